import { Secret, TOTP } from 'otpauth'
import { codeFreshMs } from '#schema/api/account.ts'
import { AppError } from '#schema/errors.ts'
import type { Db } from '../db/database.ts'
import type { Services } from '../services.ts'
import type { Limiter } from './limits/limiter.ts'
import { toSha256 } from '../to-sha256.ts'
import { tryNoteSecurityEvent } from './security-log.ts'

/** Sign-in codes: a six-digit TOTP of 30 seconds, or one of ten recovery codes. */

const stepMs = 30_000
/** Steps before and after the current one that are accepted, for clock drift of phones. */
const driftSteps = 1

const wrongCode = 'This code is not right. Enter the one that your app shows now, or a recovery code.'

export const refuseCode = (message = wrongCode): AppError => new AppError('VALIDATION', message, { issues: [{ path: 'code', message }] })

export const createTotp = (secret: string, label: string): TOTP =>
  new TOTP({ issuer: 'Mainspring', label, secret: Secret.fromBase32(secret), digits: 6, period: stepMs / 1000, algorithm: 'SHA1' })

/** Stored form; case, blanks and dashes are ignored. Random enough for a fast hash. */
export const hashRecoveryCode = (code: string): string => toSha256(code.replace(/[\s-]/g, '').toUpperCase())

/** The time step of the code; undefined when it matches none near now. */
export function findStep(secret: string, code: string, nowMs: number): number | undefined {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const delta = createTotp(secret, '').validate({ token, timestamp: nowMs, window: driftSteps })
  return delta === null ? undefined : Math.floor(nowMs / stepMs) + delta
}

type CodeKind = 'app' | 'recovery'

/** Consumes a code. Each works once, even under concurrent requests. Undefined when it is wrong or codes are off. */
async function takeCode({ clock }: Services, db: Db, userId: string, code: string): Promise<CodeKind | undefined> {
  const factor = await findFactor(db, userId)
  if (!factor) return undefined
  const nowMs = clock().getTime()
  const step = findStep(factor.secret, code, nowMs)
  if (step !== undefined) return (await takeStep(db, userId, step, nowMs)) ? 'app' : undefined
  const used = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashRecoveryCode(code))
    .returning('id')
    .executeTakeFirst()
  return used ? 'recovery' : undefined
}

/** Consumes a time step. A stored step in the future comes from a clock that has been set back, and is ignored. */
async function takeStep(db: Db, userId: string, step: number, nowMs: number): Promise<boolean> {
  const latest = Math.floor(nowMs / stepMs) + driftSteps
  const taken = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where((where) => where.or([where('last_step', '<', step), where('last_step', '>', latest)]))
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

const findFactor = (db: Db, userId: string) =>
  db.selectFrom('second_factors').select('secret').where('user_id', '=', userId).where('confirmed_at', 'is not', null).executeTakeFirst()

export const hasSecondFactor = async (db: Db, userId: string): Promise<boolean> => (await findFactor(db, userId)) !== undefined

export type CodeTry = { userId: string; loginId: string; address: string; limiter: Limiter }

/** @throws AppError TOO_MANY_REQUESTS for an hour after ten wrong codes of the user, from wherever they came */
async function tryCode(services: Services, { userId, loginId, address, limiter }: CodeTry, code: string): Promise<CodeKind | undefined> {
  const attempt = await limiter.take('sign-in code', { account: userId })
  const kind = await takeCode(services, services.db, userId, code)
  if (kind === undefined) {
    await tryNoteSecurityEvent(services, { kind: 'second-factor-failed', userId, loginId, address })
    if (attempt.isLast) await tryNoteSecurityEvent(services, { kind: 'second-factor-paused', userId, loginId, address })
  } else await attempt.succeed()
  if (kind === 'recovery') await tryNoteSecurityEvent(services, { kind: 'recovery-code-used', userId, address })
  return kind
}

/**
 * Second step of signing in, after the password.
 * @returns the kind of code used; undefined for users without sign-in codes
 * @throws AppError TOO_MANY_REQUESTS; SIGN_IN_CODE_REQUIRED, with an issue at `code` when a code was sent but is wrong
 */
export async function passSignInCode(services: Services, who: CodeTry, code: string | undefined): Promise<CodeKind | undefined> {
  if (!(await hasSecondFactor(services.reader, who.userId))) return undefined
  if (code === undefined || code.trim() === '') throw new AppError('SIGN_IN_CODE_REQUIRED')
  const kind = await tryCode(services, who, code)
  if (kind === undefined) throw new AppError('SIGN_IN_CODE_REQUIRED', wrongCode, { issues: [{ path: 'code', message: wrongCode }] })
  return kind
}

/**
 * For writes of administration. Users without sign-in codes pass.
 * @throws AppError FRESH_CODE_REQUIRED when the session's last code is older than 15 minutes
 */
export async function assertFreshCode({ reader, clock }: Services, session: { id: string; userId: string }): Promise<void> {
  if (!(await hasSecondFactor(reader, session.userId))) return
  const row = await reader.selectFrom('sessions').select('code_at').where('id', '=', session.id).executeTakeFirst()
  const ageMs = row?.code_at ? clock().getTime() - Date.parse(row.code_at) : Number.NaN
  // A time in the future comes from a clock that has been set back since.
  if (!(ageMs >= 0 && ageMs <= codeFreshMs)) throw new AppError('FRESH_CODE_REQUIRED')
}

/** @throws AppError VALIDATION with an issue at `code` */
export async function proveCode(services: Services, who: CodeTry, code: string): Promise<void> {
  if ((await tryCode(services, who, code)) === undefined) throw refuseCode()
}

/** Allows writes of administration for another 15 minutes. @throws AppError VALIDATION with an issue at `code` */
export async function renewCode(services: Services, sessionId: string, who: CodeTry, code: string): Promise<void> {
  await proveCode(services, who, code)
  await services.db.updateTable('sessions').set({ code_at: services.clock().toISOString() }).where('id', '=', sessionId).execute()
}
