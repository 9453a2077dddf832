import { useEffect, useMemo, useState } from 'react'
import type { Report } from '#schema/rules/report.ts'
import { type Count, createReportCounter, startCount } from './report-counter.ts'
import { readTaxPercent } from './report-filters.ts'
import type { Money } from './use-report-money.ts'

/** `isCounting`: `report` is still the former one, or none, while the money of now is added up. */
export type CountedReport = { report: Report | undefined; isCounting: boolean }

/** The money added up; a small report is there at once. */
export function useReport(shopId: string, money: Money | undefined, tax: string | null): CountedReport {
  const count = useMemo(() => (money === undefined ? undefined : startCount(shopId, { ...money, taxPercent: readPercent(tax) })), [shopId, money, tax])
  const [last, setLast] = useState<Count<string>>()
  const [counter] = useState(() => createReportCounter(setLast))
  useEffect(() => counter.want(count), [counter, count])
  useEffect(() => () => counter.stop(), [counter])
  // What was there at once stands while a bigger one is counted.
  if (count?.report !== undefined && last !== count) setLast(count)
  if (count === undefined) return { report: undefined, isCounting: false }
  if (count.report !== undefined) return { report: count.report, isCounting: false }
  return { report: last?.key === shopId ? last.report : undefined, isCounting: true }
}

function readPercent(tax: string | null): number | null {
  const read = tax === null ? undefined : readTaxPercent(tax)
  return read !== undefined && 'percent' in read ? read.percent : null
}
