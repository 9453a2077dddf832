import { rmSync } from 'node:fs'
import path from 'node:path'
import { bin, printSummary, readReport, run, runQuietly, runStep } from './tools/test-run/run-steps.ts'
import { judgeRun, type TestCounts } from './tools/test-run/test-counts.ts'
import { VITEST_SUMMARY_FILE } from './tools/test-run/vitest-summary.ts'

/**
 * `npm run check [-- path …]`: format, types, lint, the rules and the components, within 90 s. `-- path` runs the tests of those paths instead,
 * of whichever project.
 */
const paths = process.argv.slice(2)
const projects = paths.length > 0 ? [] : ['schema', 'web', 'components']

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
  await runStep('Tests of rules and components', 1_200, async (limitMs) => {
    const args = [
      'run',
      ...projects.flatMap((name) => ['--project', name]),
      '--silent=passed-only',
      '--reporter=dot',
      '--reporter=./scripts/tools/test-run/vitest-summary.ts',
    ]
    const exitCode = await run(bin('vitest'), [...args, ...paths], limitMs)
    return judgeRun(readReport<TestCounts>(VITEST_SUMMARY_FILE), exitCode)
  })
}
