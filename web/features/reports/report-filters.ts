import { localDayOfMs } from '#schema/rules/text/calendar.ts'
import { parseAmount } from '#schema/values/money.ts'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import { readDay, readPage, valuesToSearch } from '#web/list-kit/list-filters.ts'
import { monthToToday } from '#web/inputs/time/day-presets.ts'
import { browserTimeZone } from '#web/inputs/time/time.ts'
import { t } from './reports-texts.ts'

/** Days as `YYYY-MM-DD`, null for open. `tax`: the typed text; null keeps tax included. */
export type ReportFilters = { from: string | null; to: string | null; tax: string | null; view: ReportView; page: number }

export type ReportView = 'report' | 'unpaid' | 'cash-up' | 'tax' | 'comebacks' | 'charts'

const textToView = (text: string | null): ReportView =>
  text === 'unpaid' || text === 'cash-up' || text === 'tax' || text === 'comebacks' || text === 'charts' ? text : 'report'

/** The current month up to today, the default range; in the shop's time zone, or the browser's if none is set. */
const presentMonth = (timeZone = browserTimeZone()): { from: string; to: string } => monthToToday(localDayOfMs(correctedNow().getTime(), timeZone))

/** In the address 'any' is an open end, since no value means the current month. */
const openEnd = 'any'

const readBound = (text: string | null, otherwise: string): string | null => (text === openEnd ? null : (readDay(text) ?? otherwise))

export const createReportFiltersCodec = (timeZone?: string) => ({
  read(params: URLSearchParams): ReportFilters {
    const month = presentMonth(timeZone)
    return {
      from: readBound(params.get('from'), month.from),
      to: readBound(params.get('to'), month.to),
      tax: params.get('tax'),
      view: textToView(params.get('view')),
      page: readPage(params.get('page')),
    }
  },
  write({ from, to, tax, view, page }: ReportFilters): string {
    const month = presentMonth(timeZone)
    const bound = (value: string | null, otherwise: string): string | null => (value === otherwise ? null : (value ?? openEnd))
    return valuesToSearch({
      from: bound(from, month.from),
      to: bound(to, month.to),
      tax,
      view: view === 'report' ? null : view,
      page: page === 1 ? null : page,
    })
  },
})

export const reportFiltersCodec = createReportFiltersCodec()

const hasMoreDecimals = /^[0-9]{0,2}\.[0-9]{3,20}$/

/** The typed percentage, or an error message. */
export function readTaxPercent(text: string): { percent: number } | { problem: string } {
  const percent = parseAmount(text)
  if (percent === null && hasMoreDecimals.test(text.trim())) return { problem: t.twoDecimals() }
  return percent === null || percent > 100 ? { problem: t.percentNeeded() } : { percent }
}
