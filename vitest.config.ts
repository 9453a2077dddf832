import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { findBrowser, TEST_BROWSER_ARGS } from './scripts/tools/find-browser.ts'

const executablePath = findBrowser()

const isSimulation = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith('/scripts/simulation/simulation.test.ts')

/** The simulation keeps every core busy by itself; begun first, it fills the time in which others wait for disks and processes. */
class SimulationFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(isSimulation), ...sorted.filter((file) => !isSimulation(file))]
  }

  /** As all that cannot be divided, it belongs to the first part. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const part = await super.shard(files.filter((file) => !isSimulation(file)))
    return this.ctx.config.shard?.index === 1 ? [...files.filter(isSimulation), ...part] : part
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    watch: false,
    sequence: { sequencer: SimulationFirst },
    testTimeout: 20_000,
    hookTimeout: 30_000,
    teardownTimeout: 10_000,
    projects: [
      {
        // Pure code, which leaves nothing behind: a process of its own for each file would take longer than the tests.
        extends: true,
        test: { name: 'schema', environment: 'node', isolate: false, include: ['schema/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['sync-server/**/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      {
        // The device's own code runs in Node too; a test that needs IndexedDB imports `fake-indexeddb/auto` first.
        extends: true,
        test: {
          name: 'device',
          environment: 'node',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: ['web/e2e/**', 'web/**/*.browser.test.tsx'],
        },
      },
      {
        // Components that need a real browser, its layout, focus and keys, but no app around them.
        extends: true,
        plugins: [react(), tailwindcss()],
        test: {
          name: 'components',
          include: ['web/**/*.browser.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { args: TEST_BROWSER_ARGS, ...(executablePath === undefined ? {} : { executablePath }) },
              contextOptions: { reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1024, height: 768 } }],
          },
        },
      },
    ],
  },
})
