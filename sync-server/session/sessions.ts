import { randomBytes } from 'node:crypto'
import { AppError } from '#schema/errors.ts'
import { loginIdToKey } from '#schema/values/text/login-key.ts'
import type { StaffSession } from '../app-env.ts'
import { engineOf } from '../db/engines/engine.ts'
import type { Services } from '../services.ts'
import { toWiderNetworks } from './limits/networks.ts'
import { userColumns, userRowToSessionUser } from '../queries/people/session-user.ts'
import { toSha256 } from '../to-sha256.ts'
import { verifyPassword } from './passwords.ts'
import { passSignInCode } from './second-factor.ts'
import { noteSecurityEvent, tryNoteSecurityEvent } from './security-log.ts'
import type { Limiter, Taken } from './limits/limiter.ts'
import { assertSignInRoom, takeSignInTry } from './limits/sign-in-tries.ts'
import type { Tx } from '../db/database.ts'

/** Sessions per user; a new one beyond this ends the least recently used. */
const sessionsPerUser = 20

/** The last uses that this process saw, latest last. The database stores them only once an hour. */
const useBySession = new Map<string, { place: number; atMs: number }>()
const rememberedUses = 50_000
let lastPlace = 0

function noteSessionUse(sessionId: string, now: Date): void {
  useBySession.delete(sessionId)
  useBySession.set(sessionId, { place: ++lastPlace, atMs: now.getTime() })
  if (useBySession.size > rememberedUses) useBySession.delete(useBySession.keys().next().value as string)
}

/**
 * Deletes a user's surplus sessions, least recently used first. Expired sessions are not deleted otherwise: a wrong
 * clock must not sign users out for good.
 * @param keptId the new session
 * @returns ids of the deleted sessions
 */
async function endSurplusSessions(trx: Tx, userId: string, keptId: string, now: Date): Promise<string[]> {
  const others = await trx.selectFrom('sessions').select(['id', 'last_seen_at']).where('user_id', '=', userId).where('id', '!=', keptId).execute()
  const surplus = others.length + 1 - sessionsPerUser
  if (surplus <= 0) return []
  const uses = others.map(({ id, last_seen_at }) => {
    const { atMs, place } = useBySession.get(id) ?? { atMs: 0, place: 0 }
    // A time in the future comes from a clock that has been set back since.
    return { id, place, atMs: Math.max(atMs, Math.min(Date.parse(last_seen_at), now.getTime())) }
  })
  const ids = uses
    .toSorted((one, other) => one.atMs - other.atMs || one.place - other.place)
    .slice(0, surplus)
    .map(({ id }) => id)
  await trx.deleteFrom('sessions').where('id', 'in', ids).execute()
  return ids
}

const dayMs = 86_400_000
/** A session ends 7 days after its last use, and 30 days after sign-in at the latest. */
const slidingMs = 7 * dayMs
const absoluteMs = 30 * dayMs
/** Last use is stored at most once an hour, so that reads do not write each time. */
const renewAfterMs = 3_600_000

const sessionIdPattern = /^[A-Za-z0-9_-]{43}$/

/** Only the hash is stored: a database reader cannot take over a session. */
const hashSessionId = (sessionId: string): string => toSha256(sessionId)

type SignIn = {
  /** The typed username; its spelling does not count. */
  loginId: string
  password: string
  /** App code or recovery code, if typed. */
  code?: string | undefined
  remoteAddress: string
  /** Id of a device that signed in to this account before. */
  deviceId?: string | undefined
  userAgent?: string | undefined
  /** Session of the sent cookie, if any. It ends, which prevents session fixation. */
  oldSessionId: string | undefined
}

/**
 * Checks the password and starts a new session.
 * @returns the user, the 256-bit session id for the cookie, and its maximum lifetime
 * @throws AppError UNAUTHENTICATED 'Invalid username or password', also for unknown and disabled users;
 *   SIGN_IN_CODE_REQUIRED; TOO_MANY_REQUESTS; UNAVAILABLE
 */
export async function signIn(services: Services, limiter: Limiter, { loginId, password, code, remoteAddress, userAgent, deviceId, oldSessionId }: SignIn) {
  const asker = { loginId, remoteAddress, deviceId }
  await assertSignInRoom(limiter, asker)
  const row = await services.reader
    .selectFrom('users')
    .select([...userColumns, 'users.password_hash', 'users.disabled_at'])
    .where('login_key', '=', loginIdToKey(loginId))
    .executeTakeFirst()
  const turn = deviceId === undefined ? { from: toSite(remoteAddress) } : { from: deviceId, isKnown: true }
  // Count the try only when its turn comes, so that a flood causes no more commits than hashes.
  let attempt: Taken | undefined
  const isRight = await verifyPassword(row?.password_hash, password, turn, async () => {
    attempt = await takeSignInTry(limiter, asker)
  }).catch(async (error: unknown) => {
    await attempt?.giveBack()
    throw error
  })
  if (!row || !isRight || row.disabled_at !== null) {
    await tryNoteSecurityEvent(services, { kind: 'sign-in-failed', userId: row?.id ?? null, loginId, address: remoteAddress })
    throw wrongPair()
  }
  // The try counts as failed until password and code are right, so that a known password gives no free guesses at the
  // code.
  const codeKind = await passSignInCode(services, { userId: row.id, loginId, address: remoteAddress, limiter }, code)
  await attempt?.succeed()

  if (oldSessionId !== undefined) await endSession(services, oldSessionId)
  const sessionId = randomBytes(32).toString('base64url')
  const now = services.clock()
  const absoluteEnd = new Date(now.getTime() + absoluteMs)
  const id = services.newId()
  const surplus = await services.db.transaction().execute(async (trx) => {
    await engineOf(trx).lockUser(trx, row.id)
    // The user may have been disabled or given a new password while the hash was compared.
    const isStill = await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', row.id)
      .where('password_hash', '=', row.password_hash)
      .where('disabled_at', 'is', null)
      .executeTakeFirst()
    if (!isStill) throw wrongPair()
    await trx
      .insertInto('sessions')
      .values({
        id,
        sid_hash: hashSessionId(sessionId),
        user_id: row.id,
        created_at: now.toISOString(),
        last_seen_at: now.toISOString(),
        expires_at: slidingEnd(now, absoluteEnd).toISOString(),
        absolute_expires_at: absoluteEnd.toISOString(),
        user_agent: userAgent?.slice(0, 300) ?? null,
        address: remoteAddress.slice(0, 100),
        code_at: codeKind === undefined ? null : now.toISOString(),
      })
      .execute()
    await noteSecurityEvent(services, trx, { kind: 'sign-in', userId: row.id, loginId: row.login_id, address: remoteAddress })
    return endSurplusSessions(trx, row.id, id, now)
  })
  noteSessionUse(id, now)
  for (const ended of surplus) services.bus.endSession(ended)
  return { user: userRowToSessionUser(row), sessionId, maxAgeSeconds: absoluteMs / 1000 }
}

const wrongPair = (): AppError => new AppError('UNAUTHENTICATED', 'Invalid username or password')

/** Id of the session if it belongs to this account, even an expired one. */
export async function findSessionOfLogin({ reader }: Services, sessionId: string, loginId: string): Promise<string | undefined> {
  const row = await reader
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('sid_hash', '=', hashSessionId(sessionId))
    .where('users.login_key', '=', loginIdToKey(loginId))
    .executeTakeFirst()
  return row?.id
}

/** Ends the session and its live streams; an unknown session is ignored. */
export async function signOut(services: Services, sessionId: string, remoteAddress: string): Promise<void> {
  const userId = await endSession(services, sessionId)
  if (userId !== undefined) await tryNoteSecurityEvent(services, { kind: 'sign-out', userId, address: remoteAddress })
}

/** @returns the user of the session */
async function endSession(services: Services, sessionId: string): Promise<string | undefined> {
  const ended = await services.db.deleteFrom('sessions').where('sid_hash', '=', hashSessionId(sessionId)).returning(['id', 'user_id']).executeTakeFirst()
  if (ended) services.bus.endSession(ended.id)
  return ended?.user_id
}

/** The session of a cookie, with its user as stored now, while it lasts. Extends the sliding expiry. */
export async function readSession(services: Services, sessionId: string | undefined): Promise<StaffSession | undefined> {
  if (sessionId === undefined || !sessionIdPattern.test(sessionId)) return undefined
  const row = await services.reader
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([...userColumns, 'sessions.id as session_id', 'last_seen_at', 'expires_at', 'absolute_expires_at'])
    .where('sid_hash', '=', hashSessionId(sessionId))
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst()
  const now = services.clock()
  if (!row || row.expires_at <= now.toISOString()) return undefined
  noteSessionUse(row.session_id, now)
  const session = { id: row.session_id, userId: row.id, user: userRowToSessionUser(row), expiresAt: row.expires_at }
  if (now.getTime() - Date.parse(row.last_seen_at) < renewAfterMs) return session

  const expiresAt = slidingEnd(now, new Date(row.absolute_expires_at)).toISOString()
  try {
    await services.db.updateTable('sessions').set({ last_seen_at: now.toISOString(), expires_at: expiresAt }).where('id', '=', row.session_id).execute()
  } catch (error) {
    // A full disk must not block reads; the next use retries.
    services.log.warn({ err: error, userId: row.id }, 'cannot note the use of a session')
    return session
  }
  return { ...session, expiresAt }
}

const slidingEnd = (now: Date, absoluteEnd: Date): Date => new Date(Math.min(now.getTime() + slidingMs, absoluteEnd.getTime()))

/** The site of an address, because addresses rotate within one site. */
const toSite = (remoteAddress: string): string => toWiderNetworks(remoteAddress)[1] ?? remoteAddress
