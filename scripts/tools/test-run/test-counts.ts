import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'

export type SkippedTest = { title: string; reason: string }
/** `firstFailure`: title and message, if the runner reports it. */
export type TestCounts = { passed: number; failed: number; skipped: SkippedTest[]; firstFailure?: string }

/** Flaky tests and errors outside tests count as failed. */
export function playwrightReportToCounts(report: Pick<JSONReport, 'errors' | 'suites'>): TestCounts {
  const counts: TestCounts = { passed: 0, failed: report.errors.length, skipped: [] }
  const visit = (suite: JSONReportSuite): void => {
    for (const { title, tests } of suite.specs) {
      for (const test of tests) {
        if (test.status === 'expected') counts.passed += 1
        else if (test.status === 'skipped') {
          const reason = test.annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description
          counts.skipped.push({ title: `${suite.file} > ${title}`, reason: reason ?? 'no reason given' })
        } else counts.failed += 1
      }
    }
    suite.suites?.forEach(visit)
  }
  report.suites.forEach(visit)
  return counts
}

/** A runner that failed without a failed test, or found no test, counts as one failure. */
export function judgeRun(counts: TestCounts | undefined, exitCode: number): TestCounts & { problem?: string } {
  if (!counts) return { passed: 0, failed: 1, skipped: [], problem: 'the runner left no report' }
  if (counts.failed > 0) return counts
  if (exitCode !== 0) return { ...counts, failed: 1, problem: `the runner ended with exit code ${exitCode}` }
  if (counts.passed === 0 && counts.skipped.length === 0) return { ...counts, failed: 1, problem: 'no tests were found' }
  return counts
}

export function countsToLine({ passed, failed, skipped }: Pick<TestCounts, 'passed' | 'failed' | 'skipped'>): string {
  const line = `${passed} passed, ${failed} failed`
  return skipped.length > 0 ? `${line}, ${skipped.length} skipped` : line
}
