import type { RetentionConfig } from '../../config.ts'
import { toAge, type Finding } from './finding.ts'

const dayMs = 24 * 60 * 60 * 1000
/** A server that was off, or has just been updated, needs its time. */
const toleranceDays = 2

/** What stays for how long, and whether what has had its days ends. `oldest`: when the oldest decision of the ledger arrived. */
export function examineRetention({ ledgerDays, activityDays }: RetentionConfig, now: Date, oldest: Date | undefined): Finding {
  const about = 'Retention'
  const ageMs = oldest && now.getTime() - oldest.getTime()
  const entries = activityDays === null ? 'entries of the log for ever' : `entries of the log ${activityDays} days`
  const text = `decisions stay ${ledgerDays} days, ${entries}`
  if (ageMs !== undefined && ageMs > (ledgerDays + toleranceDays) * dayMs)
    return {
      state: 'warn',
      about,
      text: `${text}; the oldest decision is ${toAge(ageMs)} old. A server ends them once it has run for an hour by a clock that nobody sets; else its log says why not.`,
    }
  return { state: 'ok', about, text: ageMs === undefined ? text : `${text}; the oldest decision is ${toAge(Math.max(ageMs, 0))} old` }
}
