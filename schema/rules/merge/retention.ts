import { noticeDays } from './notices.ts'
import { restorableDays } from './restore.ts'

export const refusedDays = 90

/** Mutation results must outlive what refers to them: refused changes and undoable deletions. */
export const ledgerDaysMin = Math.max(refusedDays, restorableDays)
export const ledgerDays = ledgerDaysMin

/** Activities must outlive the undo period and the notices. */
export const activityDaysMin = Math.max(restorableDays, noticeDays)

/** Days for which the feed reports expired activities. Devices away for longer reload their activities. */
export const endedRowDays = 90

export const retentionDaysMax = 9_999

const dayMs = 24 * 60 * 60 * 1000

export const endOfDays = (now: Date, days: number): string => new Date(now.getTime() - days * dayMs).toISOString()
