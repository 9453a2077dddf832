import type { JSONReport, JSONReportSpec, JSONReportTest } from '@playwright/test/reporter'
import { describe, expect, test } from 'vitest'
import { countsToLine, judgeRun, playwrightReportToCounts } from './test-counts.ts'

function spec(title: string, status: JSONReportTest['status'], annotations: JSONReportTest['annotations'] = []): JSONReportSpec {
  const outcome: JSONReportTest = { status, annotations, timeout: 0, expectedStatus: 'passed', projectId: '', projectName: '', results: [] }
  return { title, tests: [outcome], ok: true, tags: [], id: title, file: 'a.test.ts', line: 1, column: 1 }
}

function report(specs: JSONReportSpec[], innerSpecs: JSONReportSpec[] = [], errors: JSONReport['errors'] = []): Pick<JSONReport, 'errors' | 'suites'> {
  const place = { file: 'a.test.ts', line: 1, column: 1 }
  return { errors, suites: [{ ...place, title: 'a.test.ts', specs, suites: [{ ...place, title: 'inner', specs: innerSpecs }] }] }
}

describe('playwrightReportToCounts', () => {
  test('counts through nested suites, and a flaky test as failed', () => {
    const counts = playwrightReportToCounts(report([spec('a', 'expected'), spec('b', 'unexpected')], [spec('c', 'expected'), spec('d', 'flaky')]))
    expect(counts).toEqual({ passed: 2, failed: 2, skipped: [] })
  })

  test('names the reason of a skipped test', () => {
    const counts = playwrightReportToCounts(report([spec('a', 'skipped', [{ type: 'skip', description: 'no records here' }])]))
    expect(counts.skipped).toEqual([{ title: 'a.test.ts > a', reason: 'no records here' }])
  })

  test('counts an error outside of any test', () => {
    expect(playwrightReportToCounts(report([spec('a', 'expected')], [], [{ message: 'cannot load' }])).failed).toBe(1)
  })
})

describe('judgeRun', () => {
  test.each([
    ['a run without a report', undefined, 0, 1],
    ['a run that found no tests', { passed: 0, failed: 0, skipped: [] }, 0, 1],
    ['a runner that crashed after its tests passed', { passed: 5, failed: 0, skipped: [] }, 1, 1],
    ['a failed test, counted once', { passed: 5, failed: 2, skipped: [] }, 1, 2],
    ['a green run', { passed: 5, failed: 0, skipped: [] }, 0, 0],
    ['a run in which all tests were skipped', { passed: 0, failed: 0, skipped: [{ title: 'a', reason: 'b' }] }, 0, 0],
  ])('%s', (_title, counts, exitCode, failed) => {
    expect(judgeRun(counts, exitCode).failed).toBe(failed)
  })
})

test('the last line names skipped tests only when there are some', () => {
  expect(countsToLine({ passed: 12, failed: 0, skipped: [] })).toBe('12 passed, 0 failed')
  expect(countsToLine({ passed: 12, failed: 1, skipped: [{ title: 'a', reason: 'b' }] })).toBe('12 passed, 1 failed, 1 skipped')
})
