import { randomBytes } from 'node:crypto'
import type { PortalSessionAnswer } from '#schema/api/portal.ts'
import { AppError } from '#schema/errors.ts'
import { portalSessionMinutes, portalTexts } from '#schema/rules/customers/portal.ts'
import type { Tx } from '../db/database.ts'
import type { Services } from '../services.ts'
import { findPhoneOwners, ownersToChoices, type PhoneNumber } from '../queries/portal/phone-owners.ts'
import { toSha256 } from '../to-sha256.ts'

/** A verified customer in one shop. `choices`: ids of customers who share the number, until one is chosen for good. */
export type PortalSession = { id: string; shopId: string; customerId: string; choices: readonly string[]; number: PhoneNumber; expiresAt: string }

const sessionIdPattern = /^[A-Za-z0-9_-]{43}$/

/** Only this hash is stored, so that a leaked database gives no usable sessions. */
const hashSessionId = (sessionId: string): string => toSha256(sessionId)

type NewSession = { shopId: string; number: PhoneNumber; customerIds: readonly [string, ...string[]]; oldSessionId: string | undefined }

/** Starts a session of half an hour, regardless of activity, and ends the one of the old cookie. */
export async function startPortalSession(services: Services, { shopId, number: { countryCode, phone }, customerIds, oldSessionId }: NewSession) {
  const sessionId = randomBytes(32).toString('base64url')
  const now = services.clock()
  const createdAt = now.toISOString()
  const expiresAt = new Date(now.getTime() + portalSessionMinutes * 60_000).toISOString()
  const choices = customerIds.length > 1 ? JSON.stringify(customerIds) : null
  const row = {
    id: services.newId(),
    sid_hash: hashSessionId(sessionId),
    shop_id: shopId,
    customer_id: customerIds[0],
    country_code: countryCode,
    phone,
    choices,
    created_at: createdAt,
    expires_at: expiresAt,
  }
  await services.db.transaction().execute(async (trx) => {
    if (oldSessionId !== undefined) await trx.deleteFrom('portal_sessions').where('sid_hash', '=', hashSessionId(oldSessionId)).execute()
    await trx.insertInto('portal_sessions').values(row).execute()
  })
  return { sessionId, expiresAt }
}

/** The session of a cookie in this shop, while it is valid, the customer exists and still has the verified number. */
export async function readPortalSession({ reader, clock }: Services, shopId: string, sessionId: string | undefined): Promise<PortalSession | undefined> {
  if (sessionId === undefined || !sessionIdPattern.test(sessionId)) return undefined
  const row = await reader
    .selectFrom('portal_sessions')
    .select(['id', 'customer_id', 'country_code', 'phone', 'choices', 'expires_at'])
    .where('sid_hash', '=', hashSessionId(sessionId))
    .where('shop_id', '=', shopId)
    .executeTakeFirst()
  if (!row || row.expires_at <= clock().toISOString()) return undefined
  const number = { countryCode: row.country_code, phone: row.phone }
  const owners = new Set((await findPhoneOwners(reader, shopId, number)).map(({ id }) => id))
  const choices = row.choices === null ? [] : (JSON.parse(row.choices) as string[]).filter((id) => owners.has(id))
  if (row.choices === null ? !owners.has(row.customer_id) : choices.length === 0) return undefined
  return { id: row.id, shopId, customerId: row.customer_id, choices, number, expiresAt: row.expires_at }
}

/**
 * Checks that the session is this customer's; an open choice is settled, once, for this customer.
 * @throws AppError FORBIDDEN for another customer
 */
export async function claimCustomer({ db }: Services, session: PortalSession, customerId: string): Promise<void> {
  if (session.choices.includes(customerId)) {
    await db
      .updateTable('portal_sessions')
      .set({ customer_id: customerId, choices: null })
      .where('id', '=', session.id)
      .where('choices', 'is not', null)
      .execute()
    // Of two concurrent choices, the first one wins.
    const row = await db.selectFrom('portal_sessions').select('customer_id').where('id', '=', session.id).executeTakeFirst()
    if (!row) throw new AppError('UNAUTHENTICATED', portalTexts.notVerified)
    if (row.customer_id === customerId) return
  } else if (session.choices.length === 0 && session.customerId === customerId) return
  throw new AppError('FORBIDDEN')
}

/** The customer verified in this browser, for a reloaded page. */
export async function describePortalSession({ reader }: Services, session: PortalSession | undefined): Promise<PortalSessionAnswer> {
  if (!session) return { customer: null, expiresAt: null }
  const { shopId, customerId, choices, number, expiresAt } = session
  const owners = await findPhoneOwners(reader, shopId, number)
  if (choices.length > 0) return { customer: null, choices: ownersToChoices(owners.filter(({ id }) => choices.includes(id))), expiresAt }
  const owner = owners.find(({ id }) => id === customerId)
  return owner ? { customer: { id: owner.id, name: owner.name }, expiresAt } : { customer: null, expiresAt: null }
}

export async function endPortalSession({ db }: Services, sessionId: string | undefined): Promise<void> {
  if (sessionId !== undefined) await db.deleteFrom('portal_sessions').where('sid_hash', '=', hashSessionId(sessionId)).execute()
}

/** Deletes sessions that ended more than a day ago. Call only with a trusted clock: a wrong one would delete valid sessions. */
export async function forgetPortalSessions(trx: Tx, now: Date): Promise<void> {
  await trx
    .deleteFrom('portal_sessions')
    .where('expires_at', '<', new Date(now.getTime() - 86_400_000).toISOString())
    .execute()
}
