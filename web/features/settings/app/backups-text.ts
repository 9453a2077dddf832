import type { BackupsAnswer } from '#schema/api/answers/backup-answers.ts'
import { bytesToText } from '#schema/rules/text/bytes.ts'
import { formatDateTime } from '#web/inputs/time/time.ts'
import { notBefore, toDistance } from '#web/inputs/time/time-words.ts'

const hourMs = 3_600_000

/** "24 hours", "7 days", "30 minutes". */
function everyToText(ms: number): string {
  if (ms % (24 * hourMs) === 0 && ms > 24 * hourMs) return `${ms / (24 * hourMs)} days`
  if (ms % hourMs === 0) return ms === hourMs ? 'hour' : `${ms / hourMs} hours`
  return `${Math.round(ms / 60_000)} minutes`
}

const ageToText = (instant: string, now: Date): string => `${formatDateTime(instant, now)} (${toDistance(instant, notBefore(now, instant))})`

export function backupsToFacts({ last, kept, keep, everyMs, nextAt, isRunning }: BackupsAnswer, now: Date): [name: string, text: string][] {
  return [
    ['Last backup', last === null ? 'None yet' : `${ageToText(last.madeAt, now)}, ${bytesToText(last.sizeBytes)}`],
    ['Next backup', nextAt === null ? (isRunning ? 'Being made' : 'Now') : formatDateTime(nextAt, now)],
    ['Kept', keep === null ? String(kept) : `${kept} of at most ${keep}`],
    ['Made', everyMs === null ? '' : `every ${everyToText(everyMs)}`],
  ]
}

/** The problem and its remedy; undefined if all is well. */
export function backupsToWarning({ failure, isOverdue, isRunning }: BackupsAnswer, now: Date): string | undefined {
  if (failure !== null) return `The last try failed ${toDistance(failure.at, notBefore(now, failure.at))}: ${failure.message}. It is tried again by itself.`
  if (isOverdue && !isRunning) return 'A backup was missed. Press "Back up now"; if this comes again, whoever runs the server should look into its log.'
  return undefined
}
