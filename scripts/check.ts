import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { bin, printSummary, readReport, run, runQuietly, runStep } from './tools/test-run/run-steps.ts'
import { judgeRun, type TestCounts } from './tools/test-run/test-counts.ts'
import { VITEST_SUMMARY_FILE } from './tools/test-run/vitest-summary.ts'

/**
 * `npm run check [-- path …]`: what a developer wants to know within minutes. Left to `npm test`: the build, browser tests, the soak, tests
 * that start whole programs (Vitest's project `process`), and most of what is drawn by chance. A path narrows the tests.
 */
const paths = process.argv.slice(2)
const projects = ['schema', 'server', 'device', 'web', 'scripts']
/** One more than cores: many tests wait, for a socket or for a time that must pass. */
const workers = availableParallelism() + 1
/** Of the requests and the rows of `npm test`. */
const samples = { FUZZ_RUNS: '1000', FUZZ_ROWS: '3000' }

process.chdir(path.dirname(import.meta.dirname))
rmSync(VITEST_SUMMARY_FILE, { force: true })

// Tests wait for many things: meanwhile the compiler has the cores.
await Promise.all([checkText(), runTests()])
process.exitCode = printSummary() ? 0 : 1

async function checkText(): Promise<void> {
  await runStep('Format', 60, (limitMs) => runQuietly(bin('oxfmt'), ['--check'], limitMs))
  await runStep('Types', 240, (limitMs) => runQuietly(process.execPath, ['scripts/tools/typecheck.ts'], limitMs))
  await runStep('Lint', 240, (limitMs) => runQuietly(bin('oxlint'), ['--type-aware', '--deny-warnings'], limitMs))
}

async function runTests(): Promise<void> {
  await runStep('Unit and integration tests', 1_200, async (limitMs) => {
    const args = [
      'run',
      `--maxWorkers=${workers}`,
      ...projects.flatMap((name) => ['--project', name]),
      '--silent=passed-only',
      '--reporter=dot',
      '--reporter=./scripts/tools/test-run/vitest-summary.ts',
    ]
    const exitCode = await run(bin('vitest'), [...args, ...paths], limitMs, samples)
    return judgeRun(readReport<TestCounts>(VITEST_SUMMARY_FILE), exitCode)
  })
}
