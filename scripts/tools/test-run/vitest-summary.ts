import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, SerializedError, TestModule, TestRunEndReason } from 'vitest/node'
import type { TestCounts } from './test-counts.ts'

export const summaryVariable = 'TEST_SUMMARY_FILE'

/** Vitest's JSON report omits the reasons of skipped tests. */
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
      // A file that fails to load, or a failing hook, may have no failed test.
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

// Vitest requires a default export.
export default SummaryReporter
