import { defineConfig } from 'vitest/config';

/** Tests that take minutes and run apart from the gate. No limit tells how fast the machine is: it ends what hangs. */
export default defineConfig({
  test: { include: ['test/**/*.slow.test.ts'], testTimeout: 1_800_000, hookTimeout: 1_800_000 },
});
