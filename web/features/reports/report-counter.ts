import { buildReportInSteps, type Report, type ReportInput } from '#schema/rules/money/report.ts'

/** A report in progress; `report` is set when done. */
export type Count<Key> = { readonly key: Key; report: Report | undefined; readonly steps: Generator<undefined, Report> }

/**
 * Computes a small report at once.
 * @throws RangeError as `buildReport`
 */
export function startCount<Key>(key: Key, input: ReportInput): Count<Key> {
  const count: Count<Key> = { key, report: undefined, steps: buildReportInSteps(input) }
  takeStep(count)
  return count
}

function takeStep<Key>(count: Count<Key>): boolean {
  const { done, value } = count.steps.next()
  if (done === true) count.report = value
  return done === true
}

/**
 * Computes large reports in steps that yield to rendering. New input does not interrupt a running count: it finishes,
 * then only the latest input is counted.
 */
export function createReportCounter<Key>(onCounted: (count: Count<Key>) => void): { want: (count: Count<Key> | undefined) => void; stop: () => void } {
  let wanted: Count<Key> | undefined
  let current: Count<Key> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const step = (): void => {
    timer = undefined
    current ??= wanted
    if (current === undefined || current.report !== undefined) return
    if (takeStep(current)) {
      onCounted(current)
      current = undefined
    }
    timer = setTimeout(step, 0)
  }
  return {
    want(count) {
      wanted = count
      timer ??= setTimeout(step, 0)
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
