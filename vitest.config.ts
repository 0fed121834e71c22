import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // What takes minutes: npm run test:slow.
    exclude: ['test/**/*.slow.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
