import { existsSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { JSONReport } from '@playwright/test/reporter'
import { findTestBrowser, isWholeBrowser } from './tools/find-browser.ts'
import { bin, exitCodeToCounts, lintArgs, printSummary, readReport, run, runStep } from './tools/test-run/run-steps.ts'
import { runVitest } from './tools/test-run/run-vitest.ts'
import { judgeRun, playwrightReportToCounts } from './tools/test-run/test-counts.ts'

/** Sizes of random tests in `npm run test:long`, by environment variable; variables already set win. */
const longAmounts = {
  SIMULATION_SEEDS: '160',
  POSTGRES_SEEDS: '100',
  KILLS: '200',
  MESSAGE_KILLS: '50',
  WEBHOOK_KILLS: '50',
  /** Multiplies the cases of property tests. */
  FC_RUNS: '5',
  FUZZ_RUNS: '20000',
  FUZZ_ROWS: '30000',
  FC_SEED: 'random',
  /** Enables the long vitest projects and browser tests tagged `@long`. */
  TEST_LONG: 'on',
}

/**
 * `npm test`: deterministic for a commit. `npm run test:long` (`--long`): random, race and kill tests, and the server's
 * tests on PostgreSQL.
 */
const PLAYWRIGHT_REPORT_FILE = 'test-results/e2e.json'

const root = path.dirname(import.meta.dirname)
const { long: isLong } = parseArgs({ options: { long: { type: 'boolean', default: false } } }).values

process.chdir(root)
if (isLong) Object.assign(process.env, { ...longAmounts, ...process.env })
/** Limits only stop hung steps: machines may be half as fast as the reference. */
const patience = isLong ? 6 : 1
const cores = availableParallelism()

await runEverything()
process.exitCode = printSummary() ? 0 : 1

async function runEverything(): Promise<void> {
  rmSync('test-results', { recursive: true, force: true })

  const [browser] = await Promise.all([runBesideUnits(), runUnits()])
  const isBuilt = await runStep('Build', 300, async (limitMs) => exitCodeToCounts(await run(process.execPath, ['scripts/tools/build-web.mjs'], limitMs)))
  await runStep('Browser tests', 2_400 * patience, async (limitMs) => {
    if (!isBuilt) return { ...judgeRun(undefined, 1), problem: 'not run, because the build failed' }
    if (!browser) return { ...judgeRun(undefined, 1), problem: 'no Chromium was found or could be installed; install one, or set CHROMIUM_PATH' }
    console.log(`Browser: ${browser}`)
    const exitCode = await run(bin('playwright'), ['test'], limitMs)
    const report = readReport<JSONReport>(PLAYWRIGHT_REPORT_FILE)
    return judgeRun(report && playwrightReportToCounts(report), exitCode)
  })
  if (!isLong) return
  await runStep('Bench, each measure once', 3_600, async (limitMs) => {
    if (!isBuilt || !browser) return { ...judgeRun(undefined, 1), problem: 'not run, because there is no build or no Chromium' }
    return exitCodeToCounts(await run(process.execPath, ['scripts/bench.ts', '--quick'], limitMs))
  })
}

/** Two lanes, about equally long on two cores. */
async function runUnits(): Promise<void> {
  if (!isLong) {
    await runStep('Types and lint', 480, async (limitMs) => exitCodeToCounts(await run(bin('oxlint'), lintArgs, limitMs)))
    await runStep('Format', 120, async (limitMs) => exitCodeToCounts(await run(bin('oxfmt'), ['--check'], limitMs)))
  }
  await runTests('Unit and integration tests', ['!components*', '!*alone', '!long'], Math.max(1, cores - 1))
}

async function runBesideUnits(): Promise<string | undefined> {
  // Component tests need the browser too.
  const browser = await findOrInstallBrowser()
  await runTests('Component tests', ['components*'])
  // They mostly wait for the programs that they start.
  await runTests('Tests in processes of their own', ['*alone', 'long'], cores)
  return browser
}

function runTests(title: string, projects: readonly string[], workers = 1): Promise<boolean> {
  return runVitest({ title, projects, workers }, ['--reporter=default'], 1_800 * patience)
}

/** Where only the whole browser is, its headless shell is installed too: it saves more than it takes. */
async function findOrInstallBrowser(): Promise<string | undefined> {
  const found = findTestBrowser()
  if (found !== undefined && !isWholeBrowser(found)) return found
  if (process.getuid?.() === 0 && existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))) {
    console.log('No headless shell of Chromium here: installing the one of Debian …')
    const output: string[] = []
    const apt = async (...args: string[]): Promise<boolean> => (await run('apt-get', args, 300_000, { DEBIAN_FRONTEND: 'noninteractive' }, output)) === 0
    const install = (name: string): Promise<boolean> => apt('install', '-y', '--no-install-recommends', name)
    const isDone = (await apt('update')) && ((await install('chromium-headless-shell')) || (found === undefined && (await install('chromium'))))
    if (!isDone) console.log(output.join(''))
  }
  const installed = findTestBrowser()
  if (installed !== undefined) return installed
  console.log('No Chromium here: installing the one of Playwright …')
  await run(bin('playwright'), ['install', '--with-deps', 'chromium'], 300_000)
  return findTestBrowser()
}
