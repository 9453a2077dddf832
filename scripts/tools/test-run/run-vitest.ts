import { rmSync } from 'node:fs'
import { bin, readReport, run, runStep } from './run-steps.ts'
import { judgeRun, type TestCounts } from './test-counts.ts'
import { summaryVariable } from './vitest-summary.ts'

type VitestRun = { title: string; projects: readonly string[]; workers?: number; files?: readonly string[] }

/** A step of its own, with one worker unless told otherwise. */
export function runVitest({ title, projects, workers = 1, files = [] }: VitestRun, args: readonly string[], limitSeconds: number): Promise<boolean> {
  return runStep(title, limitSeconds, async (limitMs) => {
    const file = `test-results/${title.toLowerCase().replaceAll(' ', '-')}.json`
    rmSync(file, { force: true })
    const reporter = '--reporter=./scripts/tools/test-run/vitest-summary.ts'
    const projectArgs = projects.flatMap((project) => ['--project', project])
    const env = { [summaryVariable]: file, TEST_WORKERS: String(workers) }
    const exitCode = await run(bin('vitest'), ['run', ...files, ...projectArgs, ...args, reporter], limitMs, env)
    return judgeRun(readReport<TestCounts>(file), exitCode)
  })
}
