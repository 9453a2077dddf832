import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { JSONReport } from '@playwright/test/reporter'
import { findBrowser } from './tools/find-browser.ts'
import { readShard } from './tools/shard.ts'
import { countsToLine, judgeRun, playwrightReportToCounts, type TestCounts } from './tools/test-counts.ts'
import { VITEST_SUMMARY_FILE } from './tools/vitest-summary.ts'

const PLAYWRIGHT_REPORT_FILE = 'test-results/e2e.json'

const root = path.dirname(import.meta.dirname)
const bin = (name: string): string => path.join(root, 'node_modules/.bin', name)

type Outcome = TestCounts & { title: string; durationMs: number; problem?: string }

const { values: options } = parseArgs({ options: { shard: { type: 'string' } } })
const shard = readShard(options.shard)

process.chdir(root)
const outcomes: Outcome[] = []
let runningChild: ChildProcess | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopChild()
    printSummary(`stopped by ${signal}`)
    process.exit(128 + os.constants.signals[signal])
  })
}

await runEverything()
process.exitCode = printSummary() ? 0 : 1

async function runEverything(): Promise<void> {
  rmSync('test-results', { recursive: true, force: true })

  if (shard.isFirst) {
    await runStep('Type check', 240, async (limitMs) => exitCodeToCounts(await run(process.execPath, ['scripts/tools/typecheck.ts'], limitMs)))
    await runStep('Lint', 240, async (limitMs) => exitCodeToCounts(await run(bin('oxlint'), ['--type-aware', '--deny-warnings'], limitMs)))
  }
  // The components' tests want it too.
  const browser = findBrowser() ?? (await installBrowser())
  await runStep('Unit and integration tests', 840, async (limitMs) => {
    const exitCode = await run(bin('vitest'), ['run', '--reporter=default', '--reporter=./scripts/tools/vitest-summary.ts', ...shard.args], limitMs)
    return judgeRun(readReport<TestCounts>(VITEST_SUMMARY_FILE), exitCode)
  })
  const isBuilt = await runStep('Build', 120, async (limitMs) => exitCodeToCounts(await run(process.execPath, ['scripts/tools/build-web.mjs'], limitMs)))
  await runStep('Browser tests', 1_300, async (limitMs) => {
    if (!isBuilt) return { ...judgeRun(undefined, 1), problem: 'not run, because the build failed' }
    if (!browser) return { ...judgeRun(undefined, 1), problem: 'no Chromium was found or could be installed; install one, or set CHROMIUM_PATH' }
    console.log(`Browser: ${browser}`)
    const exitCode = await run(bin('playwright'), ['test', ...shard.args], limitMs)
    const report = readReport<JSONReport>(PLAYWRIGHT_REPORT_FILE)
    return judgeRun(report && playwrightReportToCounts(report), exitCode)
  })
  if (!shard.isFirst) return
  // A minute of people, and half a one to start and to come to rest; a slow machine does less in it.
  await runStep('Soak', 400, async (limitMs) => {
    if (!isBuilt || !browser) return { ...judgeRun(undefined, 1), problem: 'not run, because there is no build or no Chromium' }
    return exitCodeToCounts(await run(process.execPath, ['scripts/soak.ts', '--seed', '13', '--minutes', '1', '--people', '2'], limitMs))
  })
}

/** Runs one step, each of its runners under a time limit in seconds (each about twice what it takes on two idle cores); gives true if nothing in it failed. */
async function runStep(title: string, limitSeconds: number, step: (limitMs: number) => Promise<Omit<Outcome, 'title' | 'durationMs'>>): Promise<boolean> {
  console.log(`\n=== ${title} ===`)
  const startedAtMs = Date.now()
  const counts = await step(limitSeconds * 1000).catch((error: unknown) => ({ passed: 0, failed: 1, skipped: [], problem: String(error) }))
  const outcome: Outcome = { title, durationMs: Date.now() - startedAtMs, ...counts }
  outcomes.push(outcome)
  console.log(outcomeToLine(outcome))
  return outcome.failed === 0
}

async function installBrowser(): Promise<string | undefined> {
  const isDebian = existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  if (isDebian && process.getuid?.() === 0) {
    console.log('No Chromium here: installing the one of Debian …')
    const apt = (...args: string[]): Promise<number> => run('apt-get', args, 300_000, { DEBIAN_FRONTEND: 'noninteractive' })
    if ((await apt('update')) === 0) await apt('install', '-y', '--no-install-recommends', 'chromium')
    const browser = findBrowser()
    if (browser) return browser
  }
  console.log('No Chromium here: installing the one of Playwright …')
  await run(bin('playwright'), ['install', '--with-deps', 'chromium'], 300_000)
  return findBrowser()
}

/** Runs a child in its own process group, so that a runner that hangs goes together with its workers. */
function run(command: string, args: string[], limitMs: number, env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: true, env: { ...process.env, ...env } })
    runningChild = child
    const timer = setTimeout(() => {
      console.error(`Stopped: took longer than ${limitMs / 1000} s.`)
      stopChild()
    }, limitMs)
    const finish = (exitCode: number): void => {
      clearTimeout(timer)
      runningChild = undefined
      resolve(exitCode)
    }
    child.on('error', (error) => {
      console.error(`${command} cannot be started: ${error.message}`)
      finish(127)
    })
    child.on('exit', (exitCode) => finish(exitCode ?? 1))
  })
}

function stopChild(): void {
  const pid = runningChild?.pid
  if (pid === undefined) return
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'])
    return
  }
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It ended by itself in the meantime.
  }
}

function exitCodeToCounts(exitCode: number): TestCounts {
  return { passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1, skipped: [] }
}

function readReport<T>(file: string): T | undefined {
  if (!existsSync(file)) return undefined
  return JSON.parse(readFileSync(file, 'utf8')) as T
}

function outcomeToLine({ title, durationMs, problem, ...counts }: Outcome): string {
  const word = counts.failed === 0 ? 'ok' : 'FAILED'
  return `${word}: ${title}: ${countsToLine(counts)} in ${(durationMs / 1000).toFixed(1)} s${problem ? ` (${problem})` : ''}`
}

/** Prints every step, every skipped test with its reason, and the counts as the very last line; true if nothing failed. */
function printSummary(interruption?: string): boolean {
  console.log('\n=== Summary ===')
  for (const outcome of outcomes) console.log(outcomeToLine(outcome))
  const skipped = outcomes.flatMap((outcome) => outcome.skipped)
  for (const { title, reason } of skipped) console.log(`SKIPPED: ${title}: ${reason}`)
  if (interruption) console.log(`FAILED: ${interruption}`)
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, interruption ? 1 : 0)
  console.log(countsToLine({ passed, failed, skipped }))
  return failed === 0
}
