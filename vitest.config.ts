import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The simulation keeps every core busy by itself; begun first, it fills the time in which others wait for disks and processes. */
class SimulationFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSimulation = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith('/scripts/simulation/simulation.test.ts')
    const sorted = await super.sort(files)
    return [...sorted.filter(isSimulation), ...sorted.filter((file) => !isSimulation(file))]
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
          exclude: ['web/e2e/**'],
        },
      },
    ],
  },
})
