import { useEffect, useMemo, useState } from 'react'
import type { Report } from '#schema/rules/money/report.ts'
import { type Count, createReportCounter, startCount } from './report-counter.ts'
import { readTaxPercent } from './report-filters.ts'
import type { Money } from './use-report-money.ts'

/** `isCounting`: `report` is still the former one, or none, while the money of now is added up. */
type CountedReport = { report: Report | undefined; isCounting: boolean }

/** The money added up; a small report is there at once. While what is typed is no percentage, the last one that was holds. */
export function useReport(shopId: string, money: Money | undefined, tax: string | null): CountedReport {
  const read = readPercent(tax)
  const [lastPercent, setLastPercent] = useState(read ?? null)
  if (read !== undefined && read !== lastPercent) setLastPercent(read)
  const percent = read === undefined ? lastPercent : read
  const count = useMemo(() => (money === undefined ? undefined : startCount(shopId, { ...money, taxPercent: percent })), [shopId, money, percent])
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

/** Null while tax stays in; undefined for what is no percentage. */
function readPercent(tax: string | null): number | null | undefined {
  if (tax === null) return null
  const read = readTaxPercent(tax)
  return 'percent' in read ? read.percent : undefined
}
