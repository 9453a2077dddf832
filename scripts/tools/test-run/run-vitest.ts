import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { bin, readReport, run, runStep } from './run-steps.ts'
import { judgeRun, type TestCounts } from './test-counts.ts'
import { summaryVariable } from './vitest-summary.ts'

/**
 * Component tests get one core, the other projects run beside them on the rest. `args` apply to both; `componentFiles`
 * filters the components.
 */
export async function runVitest(
  projects: readonly string[],
  args: readonly string[],
  limitSeconds: number,
  componentFiles: readonly string[] = [],
): Promise<void> {
  const step = (title: string, name: string, chosen: readonly string[], workers: number, files: readonly string[] = []): Promise<boolean> =>
    runStep(title, limitSeconds, async (limitMs) => {
      const file = `test-results/${name}.json`
      rmSync(file, { force: true })
      const reporter = '--reporter=./scripts/tools/test-run/vitest-summary.ts'
      const projectArgs = chosen.flatMap((project) => ['--project', project])
      const env = { [summaryVariable]: file, TEST_WORKERS: String(workers) }
      const exitCode = await run(bin('vitest'), ['run', ...files, ...projectArgs, ...args, reporter], limitMs, env)
      return judgeRun(readReport<TestCounts>(file), exitCode)
    })
  await Promise.all([
    step('Unit and integration tests', 'unit', projects, Math.max(1, availableParallelism() - 1)),
    step('Component tests', 'components', ['components*'], 1, componentFiles),
  ])
}
