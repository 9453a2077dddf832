import { createHash, randomBytes } from 'node:crypto'
import { portalSessionMinutes } from '#schema/rules/portal.ts'
import type { Tx } from '../db/database.ts'
import type { Services } from '../services.ts'

/** A customer who has proved who they are, in one shop. */
export type PortalSession = { shopId: string; customerId: string; expiresAt: string }

const sessionIdPattern = /^[A-Za-z0-9_-]{43}$/

/** Only this hash is stored: who reads the database cannot take over a session. */
const hashSessionId = (sessionId: string): string => createHash('sha256').update(sessionId).digest('hex')

/** Starts a session of half an hour, whatever happens in it, and ends the one whose cookie came along. */
export async function startPortalSession(services: Services, { shopId, customerId, oldSessionId }: { shopId: string; customerId: string; oldSessionId: string | undefined }) {
  const sessionId = randomBytes(32).toString('base64url')
  const now = services.clock()
  const createdAt = now.toISOString()
  const expiresAt = new Date(now.getTime() + portalSessionMinutes * 60_000).toISOString()
  await services.db.transaction().execute(async (trx) => {
    if (oldSessionId !== undefined) await trx.deleteFrom('portal_sessions').where('sid_hash', '=', hashSessionId(oldSessionId)).execute()
    await trx
      .insertInto('portal_sessions')
      .values({ id: services.newId(), sid_hash: hashSessionId(sessionId), shop_id: shopId, customer_id: customerId, created_at: createdAt, expires_at: expiresAt })
      .execute()
  })
  return { sessionId, expiresAt }
}

/** The session of a cookie in this shop, while it lasts and its customer lives. */
export async function readPortalSession({ reader, clock }: Services, shopId: string, sessionId: string | undefined): Promise<PortalSession | undefined> {
  if (sessionId === undefined || !sessionIdPattern.test(sessionId)) return undefined
  const row = await reader
    .selectFrom('portal_sessions')
    .innerJoin('customers', 'customers.id', 'portal_sessions.customer_id')
    .select(['portal_sessions.customer_id as customerId', 'portal_sessions.expires_at as expiresAt'])
    .where('portal_sessions.sid_hash', '=', hashSessionId(sessionId))
    .where('portal_sessions.shop_id', '=', shopId)
    .where('customers.deleted', '=', 0)
    .executeTakeFirst()
  return row && row.expiresAt > clock().toISOString() ? { shopId, ...row } : undefined
}

/** Ends the session of a cookie, if there is one. */
export async function endPortalSession({ db }: Services, sessionId: string | undefined): Promise<void> {
  if (sessionId !== undefined) await db.deleteFrom('portal_sessions').where('sid_hash', '=', hashSessionId(sessionId)).execute()
}

/** Of sessions that ended a day ago nothing is left. For when the clock is believed: a wrong one must not end anybody's. */
export async function forgetPortalSessions(trx: Tx, now: Date): Promise<void> {
  await trx.deleteFrom('portal_sessions').where('expires_at', '<', new Date(now.getTime() - 86_400_000).toISOString()).execute()
}
