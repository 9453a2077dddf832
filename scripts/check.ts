import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { bin, exitCodeToCounts, lintArgs, printSummary, run, runQuietly, runStep } from './tools/test-run/run-steps.ts'
import { runVitest } from './tools/test-run/run-vitest.ts'

/**
 * `npm run check [-- path …]`: format, types, lint, unit and component tests, within 90 s. Slow component tests run
 * only in `npm test`. `-- path` runs the tests of those paths.
 */
const paths = process.argv.slice(2)

process.chdir(path.dirname(import.meta.dirname))

// Runs in parallel: tests often wait, which leaves cores to the compiler.
await Promise.all([checkText(), runTests()])
process.exitCode = printSummary() ? 0 : 1

async function checkText(): Promise<void> {
  await runStep('Format', 60, (limitMs) => runQuietly(bin('oxfmt'), ['--check'], limitMs))
  await runStep('Types and lint', 240, (limitMs) => runQuietly(bin('oxlint'), lintArgs, limitMs))
}

function isSmall(file: string): boolean {
  return !readFileSync(file, 'utf8').includes('/render-shop.tsx')
}

async function runTests(): Promise<void> {
  const reporters = ['--silent=passed-only', '--reporter=dot']
  if (paths.length === 0) {
    const workers = Math.max(1, availableParallelism() - 1)
    const files = globSync('web/**/*.browser.test.tsx').filter(isSmall)
    await Promise.all([
      runVitest({ title: 'Unit and integration tests', projects: ['schema', 'web'], workers }, reporters, 1_200),
      runVitest({ title: 'Component tests', projects: ['components*'], files }, reporters, 1_200),
    ])
    return
  }
  await runStep('Tests', 1_200, async (limitMs) => {
    const exitCode = await run(bin('vitest'), ['run', ...reporters, ...paths], limitMs)
    return exitCodeToCounts(exitCode)
  })
}
