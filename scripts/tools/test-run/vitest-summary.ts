import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, SerializedError, TestModule, TestRunEndReason } from 'vitest/node'
import type { TestCounts } from './test-counts.ts'

/** The variable that names the file of a run's TestCounts. */
export const summaryVariable = 'TEST_SUMMARY_FILE'

/** Writes TestCounts to that file. Vitest's own JSON report leaves out why a test was skipped. */
class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[], reason: TestRunEndReason): void {
    const counts: TestCounts = { passed: 0, failed: unhandledErrors.length, skipped: [] }
    for (const testModule of modules) {
      let hasFailedTest = false
      for (const test of testModule.children.allTests()) {
        const result = test.result()
        const title = `${testModule.relativeModuleId} > ${test.fullName}`
        if (result.state === 'passed') counts.passed += 1
        else if (result.state === 'skipped') counts.skipped.push({ title, reason: result.note ?? 'no reason given' })
        else {
          counts.failed += 1
          hasFailedTest = true
          counts.firstFailure ??= `${title}\n${errorsToText(result.errors)}`
        }
      }
      // A file that cannot be loaded, or whose hook fails, may hold no failed test.
      if (testModule.ok() || hasFailedTest) continue
      counts.failed += 1
      counts.firstFailure ??= `${testModule.relativeModuleId}\n${errorsToText(testModule.errors())}`
    }
    if (reason === 'interrupted') counts.failed += 1
    const file = process.env[summaryVariable]
    if (file === undefined) throw new Error(`${summaryVariable} names no file for the counts.`)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(counts))
  }
}

const errorsToText = (errors: readonly { message: string }[] = []): string => errors.map(({ message }) => message).join('\n')

// Vitest loads a reporter by its default export.
export default SummaryReporter
