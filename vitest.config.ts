import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    watch: false,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    teardownTimeout: 10_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['schema/**/*.test.ts', 'sync-server/**/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      {
        // The device's own code runs in Node too; a test that needs IndexedDB imports `fake-indexeddb/auto` first.
        extends: true,
        test: {
          name: 'device',
          environment: 'node',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: ['web/e2e/**'],
        },
      },
    ],
  },
})
