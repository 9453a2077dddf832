import { noticeDays } from './notices.ts'
import { restorableDays } from './restore.ts'

/** Days for which the server keeps what was typed into a refused change. */
export const refusedDays = 90

/** Decisions stay at least as long as anything that is read from them: kept refusals, and deletions that can be undone. */
export const ledgerDaysMin = Math.max(refusedDays, restorableDays)
export const ledgerDays = ledgerDaysMin

/** Entries of the log stay at least as long as a deletion can be undone, and as people are told of what was done. */
export const activityDaysMin = Math.max(restorableDays, noticeDays)

/** Days for which the feed tells that an entry of the log has ended. A device that was away for longer begins its log anew. */
export const endedRowDays = 90

export const retentionDaysMax = 9_999

const dayMs = 24 * 60 * 60 * 1000

/** What is older than this instant has had its days. */
export const endOfDays = (now: Date, days: number): string => new Date(now.getTime() - days * dayMs).toISOString()
