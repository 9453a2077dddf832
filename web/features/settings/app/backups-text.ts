import type { BackupsAnswer } from '#schema/api/answers/backup-answers.ts'
import { bytesToText } from '#schema/rules/text/bytes.ts'
import { formatDateTime } from '#web/inputs/time/time.ts'
import { notBefore, toDistance } from '#web/inputs/time/time-words.ts'
import { t } from './settings-app-texts.ts'
import { readLanguage } from '#web/language/staff-texts.ts'

const hourMs = 3_600_000

/** "every 24 hours", "every 7 days", "every 30 minutes". */
function everyToText(ms: number): string {
  if (ms % (24 * hourMs) === 0 && ms > 24 * hourMs) return t.backups.everyDays({ count: ms / (24 * hourMs) })
  if (ms % hourMs === 0) return t.backups.everyHours({ count: ms / hourMs })
  return t.backups.everyMinutes({ count: Math.round(ms / 60_000) })
}

const agoToText = (instant: string, now: Date): string => toDistance(instant, notBefore(now, instant))

export function backupsToFacts({ last, kept, keep, everyMs, nextAt, isRunning }: BackupsAnswer, now: Date): [name: string, text: string][] {
  return [
    [
      t.backups.last(),
      last === null
        ? t.backups.noneYet()
        : t.backups.lastMade({ at: formatDateTime(last.madeAt, now), ago: agoToText(last.madeAt, now), size: bytesToText(last.sizeBytes, readLanguage()) }),
    ],
    [t.backups.next(), nextAt === null ? (isRunning ? t.backups.beingMade() : t.backups.nextNow()) : formatDateTime(nextAt, now)],
    [t.backups.kept(), keep === null ? String(kept) : t.backups.keptOfMost({ kept: String(kept), most: String(keep) })],
    [t.backups.made(), everyMs === null ? '' : everyToText(everyMs)],
  ]
}

/** The problem and its remedy; undefined if all is well. */
export function backupsToWarning({ failure, isOverdue, isRunning }: BackupsAnswer, now: Date): string | undefined {
  if (failure !== null) return t.backups.lastFailed({ ago: agoToText(failure.at, now), reason: failure.message })
  if (isOverdue && !isRunning) return t.backups.missed()
  return undefined
}
