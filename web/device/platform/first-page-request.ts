import type { FirstPageRequest, FirstPageView } from '#schema/api/sync.ts'
import { dayToInstantRange, localDayOfMs } from '#schema/rules/text/calendar.ts'

/** Rows per request: several pages of a list. */
const firstPageRows = 60

export const toFirstPageRequest = (view: FirstPageView, shopId: string, now: Date, timeZone: string): FirstPageRequest => ({
  view,
  shopId,
  limit: firstPageRows,
  dueBefore: dayToInstantRange(null, localDayOfMs(now.getTime(), timeZone), timeZone).toInstantExclusive ?? now.toISOString(),
})
