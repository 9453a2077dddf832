import BetterSqlite3 from 'better-sqlite3'
import { toAge, type Finding } from './finding.ts'

const toleranceMs = 2 * 60_000

/** Compares the machine's clock with the carrier's, and with the newest time in the database. */
export function examineClock({ now, newestAct, toldAt }: { now: Date; newestAct: Date | undefined; toldAt: Date | undefined }): Finding {
  const about = 'Clock'
  const state = 'fail'
  const mend = 'Let the machine keep its time by itself (NTP).'
  const differenceMs = toldAt && now.getTime() - toldAt.getTime()
  if (differenceMs !== undefined && Math.abs(differenceMs) > toleranceMs)
    return { state, about, text: `it is ${toAge(Math.abs(differenceMs))} ${differenceMs > 0 ? 'ahead of' : 'behind'} the sender's. ${mend}` }
  const aheadMs = newestAct && newestAct.getTime() - now.getTime()
  if (aheadMs !== undefined && aheadMs > toleranceMs)
    return { state, about, text: `the database has work from ${toAge(aheadMs)} ahead of it: the clock was set back, or was wrong. ${mend}` }
  return { state: 'ok', about, text: now.toISOString() }
}

/** When the server received the oldest and the newest mutation of the ledger. */
export type LedgerSpan = { oldest: Date | undefined; newest: Date | undefined }

/** Undefined when unreadable. Refused mutations have their own retention, so they do not count for the oldest. */
export function readLedgerSpan(file: string): LedgerSpan {
  try {
    const sqlite = new BetterSqlite3(file, { readonly: true, fileMustExist: true })
    try {
      const read = (sql: string): Date | undefined => toMoment(sqlite.prepare(sql).pluck().get())
      return {
        oldest: read('select min(received_at) from mutations where kept_bytes is null'),
        newest: read('select max(received_at) from mutations'),
      }
    } finally {
      sqlite.close()
    }
  } catch {
    return { oldest: undefined, newest: undefined }
  }
}

export function toMoment(stored: unknown): Date | undefined {
  const at = new Date(typeof stored === 'string' ? stored : '')
  return Number.isNaN(at.getTime()) ? undefined : at
}
