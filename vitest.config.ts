import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // What takes minutes: npm run test:slow.
    exclude: ['test/**/*.slow.test.ts'],
    // A worker a core. One by itself would be left idle for the sake of an editor that is not there.
    maxWorkers: '100%',
    // Files share their worker's modules, which are half of the time otherwise. They may, as modules of the harness keep no state but memos.
    isolate: false,
    // No limit tells how fast the machine is: these end what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
  },
});
