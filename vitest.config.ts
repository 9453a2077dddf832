import { availableParallelism } from 'node:os'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { findTestBrowser, TEST_BROWSER_ARGS } from './scripts/tools/find-browser.ts'

const executablePath = findTestBrowser()

/** `npm run test:long` sets it. */
const isLong = process.env['TEST_LONG'] !== undefined

/** Tests that draw by chance, race, kill processes at random moments or take minutes. `npm test` leaves them out. */
const longTests = '**/*.long.test.ts'

/** The dearest files start first, so that no worker ends alone; components, which share a page, come in the same order on each machine. */
const longest = [
  'scripts/simulation/simulation.test.ts',
  'scripts/simulation/nodes/nodes-simulation.long.test.ts',
  'scripts/process-tests/start.test.ts',
  'scripts/process-tests/import.test.ts',
  'scripts/backup/restore.test.ts',
  'web/device/leaving/leaving.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    if (files[0]?.project.isBrowserEnabled()) return files.toSorted((one, other) => one.moduleId.localeCompare(other.moduleId))
    const place = ({ moduleId }: TestSpecification): number => {
      const found = longest.findIndex((file) => moduleId.endsWith(`/${file}`))
      return found === -1 ? longest.length : found
    }
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}

const deviceTests = ['web/device/**/*.test.ts']

/** They measure the process that they run in, or change it, or look at all of its databases. */
const lonelyServerTests = ['sync-server/session/{sign-in,known-devices}.test.ts', 'sync-server/routes/contract/fuzz.test.ts']
const lonelyTests = [
  ...lonelyServerTests,
  'web/device/leaving/leaving.test.ts',
  'web/device/storage/row-database.test.ts',
  'web/device/storage/local-version.test.ts',
]

/** They are about PostgreSQL itself. */
const postgresTests = 'sync-server/db/engines/postgres/**/*.test.ts'

/** Where the two engines differ: types, locks, sequences, collation, search, statements in sets. `npm test` runs only these on PostgreSQL. */
const dialectTests = [
  'sync-server/db/engines/{*,postgres/*}.test.ts',
  'sync-server/feed/{pull,digest}.test.ts',
  'sync-server/store/{write-rows,write-merge,write-ledger,sequence/ticket-numbers,invoices/invoice-numbers,stock/{move-stock,stock-takes},batch/database-cost}.test.ts',
  'sync-server/routes/contract/{contract,lists}.test.ts',
  'sync-server/session/login-spellings.test.ts',
  'sync-server/two-nodes.test.ts',
]

/** They are about the database as a file. */
const fileTests = [
  'sync-server/{feed/set-back,routes/contract/money-plans}.test.ts',
  'sync-server/db/{*,files/*}.test.ts',
  'sync-server/operations/**/*.test.ts',
  'sync-server/full-disk.test.ts',
]

const poolerTest = 'sync-server/db/engines/postgres/pooler.test.ts'

/** The same cases of property tests in every run. */
const seedFastCheck = './scripts/tools/test-run/seed-fast-check.ts'

const onPostgres = { environment: 'node', globalSetup: './sync-server/testing/postgres/global-setup.ts' } as const

const longProjects: TestProjectInlineConfiguration[] = [
  { extends: true, test: { name: 'long', environment: 'node', setupFiles: [seedFastCheck], include: [longTests] } },
  { extends: true, test: { ...onPostgres, name: 'postgres-alone', env: { TEST_ENGINE: 'postgres' }, setupFiles: [seedFastCheck], include: lonelyServerTests } },
]

export default defineConfig({
  test: {
    pool: 'forks',
    // `npm test` runs the components at the same time and leaves a core to them.
    maxWorkers: Number(process.env['TEST_WORKERS'] ?? availableParallelism()),
    watch: false,
    globalSetup: './scripts/tools/test-run/shared-folders.ts',
    sequence: { sequencer: LongestFirst },
    // Only what hangs meets them: a machine may be ten times slower than the one on which a test was written.
    testTimeout: isLong ? 600_000 : 60_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 20_000 } },
    teardownTimeout: 10_000,
    projects: [
      {
        // Pure code, which leaves nothing behind: a process of its own for each file would take longer than the tests.
        extends: true,
        test: { name: 'schema', environment: 'node', isolate: false, setupFiles: [seedFastCheck], include: ['schema/**/*.test.ts'] },
      },
      {
        // A test closes what it opens; then one process can load the server once for all of them.
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          isolate: false,
          setupFiles: [seedFastCheck, './sync-server/testing/cheap-hashes.ts'],
          include: ['sync-server/**/*.test.ts'],
          exclude: [longTests, ...lonelyTests, postgresTests],
        },
      },
      {
        // The engine of a process is one: the tests of both engines run in a process of their own for each.
        extends: true,
        test: {
          name: 'postgres',
          env: { TEST_ENGINE: 'postgres' },
          ...onPostgres,
          isolate: false,
          setupFiles: [seedFastCheck, './sync-server/testing/cheap-hashes.ts'],
          include: isLong ? ['sync-server/**/*.test.ts'] : dialectTests,
          exclude: [longTests, ...lonelyTests, ...fileTests, ...(isLong ? [] : [poolerTest])],
        },
      },
      {
        // The device's own code runs in Node too; a test that needs IndexedDB imports `fake-indexeddb/auto` first, and closes what it opens.
        extends: true,
        test: {
          name: 'device',
          environment: 'node',
          isolate: false,
          setupFiles: [seedFastCheck, './web/device/testing/leave-nothing.ts'],
          include: deviceTests,
          exclude: [longTests, ...lonelyTests],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'node',
          isolate: false,
          // Before whichever file loads the local database first: it looks for this once.
          setupFiles: [seedFastCheck, 'fake-indexeddb/auto'],
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: [longTests, 'web/e2e/**', 'web/**/*.browser.test.tsx', ...deviceTests],
        },
      },
      {
        // Components that need a real browser, its layout, focus and keys, but no app around them.
        extends: true,
        plugins: [react(), tailwindcss()],
        // React as the shops run it, with its Profiler: the checks of its development build would cost a quarter of the time.
        oxc: { jsx: { development: false } },
        server: { hmr: false },
        resolve: { alias: { 'react-dom/client': 'react-dom/profiling' } },
        // What only some of them ask for, known from the start: found later it would reload a test in the middle.
        optimizeDeps: {
          rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } },
          include: [
            '@dnd-kit/dom',
            '@dnd-kit/react',
            'axe-core',
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
          isolate: false,
          // One page: two of one browser take turns with the focus of the keyboard and with frames. Vitest wants a group of its own for that.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          setupFiles: './web/testing/setup-page.ts',
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
        // Each in a process of its own: they start programs, or measure or change the process that they run in.
        extends: true,
        test: { name: 'alone', environment: 'node', setupFiles: [seedFastCheck], include: ['scripts/**/*.test.ts', ...lonelyTests], exclude: [longTests] },
      },
      ...(isLong ? longProjects : []),
    ],
  },
})
