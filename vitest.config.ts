import { availableParallelism } from 'node:os'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { findTestBrowser, TEST_BROWSER_ARGS } from './scripts/tools/find-browser.ts'

const executablePath = findTestBrowser()

/** Each keeps every core busy by itself. */
const simulations = ['scripts/simulation/simulation.test.ts', 'scripts/simulation/nodes/nodes-simulation.test.ts']
const isSimulation = ({ moduleId }: TestSpecification): boolean => simulations.some((file) => moduleId.endsWith(`/${file}`))

/** What takes longest begins first, so that it does not run alone at the end. */
const longest = [
  ...simulations,
  'sync-server/routes/contract/fuzz.test.ts',
  'scripts/process-tests/kill.test.ts',
  'web/device/leaving/leaving.test.ts',
  'web/device/scenarios/frozen.test.ts',
  'web/device/scenarios/set-back-server.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = longest.findIndex((file) => moduleId.endsWith(`/${file}`))
      return found === -1 ? longest.length : found
    }
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }

  /** As all that cannot be divided, a simulation belongs to one part: the first to the first, the second to the second. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const part = await super.shard(files.filter((file) => !isSimulation(file)))
    const { index = 1, count = 1 } = this.ctx.config.shard ?? {}
    const own = files.filter(({ moduleId }) => simulations.some((file, place) => moduleId.endsWith(`/${file}`) && (place % count) + 1 === index))
    return [...own, ...part]
  }
}

/** They start whole programs, kill them, or install a release: `npm run check` leaves them to `npm test`. */
const processTests = ['scripts/{process-tests,backup,moving,release}/**/*.test.ts', 'scripts/simulation/{simulation-itself,packed-faults,nodes/*}.test.ts']

const deviceTests = ['web/device/**/*.test.ts']

/** They measure the process that they run in, or change it, or look at all of its databases. */
const lonelyServerTests = ['sync-server/session/{sign-in,known-devices}.test.ts', 'sync-server/routes/contract/fuzz.test.ts']
const lonelyTests = [
  ...lonelyServerTests,
  'web/device/leaving/leaving.test.ts',
  'web/device/storage/row-database.test.ts',
  'web/device/storage/migration/migration.test.ts',
]

/** They are about PostgreSQL itself. */
const postgresTests = ['sync-server/db/engines/postgres/**/*.test.ts']

/** What a device reads, on PostgreSQL once more with a replica behind it; what programs read as well in a long run. */
const readTests = [
  'sync-server/feed/**/*.test.ts',
  'sync-server/routes/{sync,live,live-rows}.test.ts',
  'sync-server/routes/contract/access-matrix.test.ts',
  ...(process.env['TEST_LONG'] === undefined
    ? []
    : ['sync-server/routes/shop-data/**/*.test.ts', 'sync-server/routes/tickets.test.ts', 'sync-server/routes/contract/{access,rest-reaches-devices}.test.ts']),
]

/** They are about the database as a file. */
const fileTests = [
  'sync-server/{feed/set-back,routes/contract/money-plans}.test.ts',
  'sync-server/db/{*,files/*,migrations/**/*}.test.ts',
  'sync-server/operations/**/*.test.ts',
  'sync-server/full-disk.test.ts',
]

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: availableParallelism(),
    watch: false,
    globalSetup: './scripts/tools/test-run/shared-folders.ts',
    sequence: { sequencer: LongestFirst },
    // Only what hangs meets them: a machine may be ten times slower than the one on which a test was written.
    testTimeout: 60_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 20_000 } },
    teardownTimeout: 10_000,
    projects: [
      {
        // Pure code, which leaves nothing behind: a process of its own for each file would take longer than the tests.
        extends: true,
        test: { name: 'schema', environment: 'node', isolate: false, include: ['schema/**/*.test.ts'] },
      },
      {
        // A test closes what it opens; then one process can load the server once for all of them.
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          isolate: false,
          setupFiles: './sync-server/testing/cheap-hashes.ts',
          include: ['sync-server/**/*.test.ts'],
          exclude: [...lonelyTests, ...postgresTests],
        },
      },
      {
        // The same tests, on PostgreSQL: a process of its own, because the engine of a run is one.
        extends: true,
        test: {
          name: 'postgres',
          env: { TEST_ENGINE: 'postgres' },
          environment: 'node',
          isolate: false,
          globalSetup: './sync-server/testing/postgres/global-setup.ts',
          setupFiles: './sync-server/testing/cheap-hashes.ts',
          include: ['sync-server/**/*.test.ts'],
          exclude: [...lonelyTests, ...fileTests],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres-alone',
          env: { TEST_ENGINE: 'postgres' },
          environment: 'node',
          globalSetup: './sync-server/testing/postgres/global-setup.ts',
          include: lonelyServerTests,
        },
      },
      {
        // Those that read, from a replica.
        extends: true,
        test: {
          name: 'replica',
          env: { TEST_ENGINE: 'postgres', TEST_REPLICA: 'on' },
          environment: 'node',
          isolate: false,
          globalSetup: './sync-server/testing/postgres/global-setup.ts',
          setupFiles: './sync-server/testing/cheap-hashes.ts',
          include: readTests,
          exclude: [...lonelyTests, ...fileTests],
        },
      },
      {
        // The device's own code runs in Node too; a test that needs IndexedDB imports `fake-indexeddb/auto` first, and closes what it opens.
        extends: true,
        test: {
          name: 'device',
          environment: 'node',
          isolate: false,
          setupFiles: './web/device/testing/leave-nothing.ts',
          include: deviceTests,
          exclude: lonelyTests,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'node',
          isolate: false,
          // Before whichever file loads the local database first: it looks for this once.
          setupFiles: 'fake-indexeddb/auto',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: ['web/e2e/**', 'web/**/*.browser.test.tsx', ...deviceTests],
        },
      },
      {
        // Components that need a real browser, its layout, focus and keys, but no app around them.
        extends: true,
        plugins: [react(), tailwindcss()],
        // What only some of them ask for, known from the start: found later it would reload a test in the middle.
        optimizeDeps: {
          include: [
            '@dnd-kit/react',
            'csv-parse/browser/esm/sync',
            'dexie',
            'fake-indexeddb/auto',
            'node-diff3',
            'rxdb/plugins/core',
            'rxdb/plugins/validate-ajv',
            'rxjs',
            'zustand/vanilla',
          ],
        },
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
      {
        extends: true,
        test: { name: 'scripts', environment: 'node', include: ['scripts/**/*.test.ts', ...lonelyTests], exclude: processTests },
      },
      {
        extends: true,
        test: { name: 'process', environment: 'node', include: processTests },
      },
    ],
  },
})
