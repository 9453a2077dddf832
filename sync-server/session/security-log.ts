import { securityEventDays, type SecurityEventKind } from '#schema/rules/access/security-events.ts'
import type { Db } from '../db/database.ts'
import type { Services } from '../services.ts'

export type SecurityEvent = {
  kind: SecurityEventKind
  userId?: string | null
  /** As typed at sign-in. */
  loginId?: string | null
  address?: string | null
  subjectUserId?: string | null
  shopId?: string | null
  /** Short: a privilege, a token's name, the changed fields. No contact data, no secrets. */
  detail?: string | null
}

const dayMs = 86_400_000
/** Failures of one login and address within this time of the first share an entry with a count. */
const togetherMs = 3_600_000

/** Maximum per kind: entries that strangers can cause must not fill the disk or displace others. */
const failureKinds: readonly SecurityEventKind[] = ['sign-in-failed', 'second-factor-failed']
const failuresMax = 10_000
const othersMax = 50_000

/**
 * Adds an entry, inside the event's transaction where there is one.
 * @param db `trx`, or `services.db` outside of a transaction
 */
export async function noteSecurityEvent({ clock, newId }: Pick<Services, 'clock' | 'newId'>, db: Db, event: SecurityEvent): Promise<void> {
  const now = clock()
  const isFailure = failureKinds.includes(event.kind)
  const row = {
    kind: event.kind,
    user_id: event.userId ?? null,
    login_id: event.loginId?.trim().slice(0, 200) ?? null,
    address: event.address?.slice(0, 64) ?? null,
    subject_user_id: event.subjectUserId ?? null,
    shop_id: event.shopId ?? null,
    detail: event.detail?.slice(0, 300) ?? null,
  }
  if (isFailure && row.login_id !== null && (await countAgain(db, { ...row, login_id: row.login_id }, now))) return
  await db
    .insertInto('security_events')
    .values({ ...row, id: newId(), created_at: now.toISOString(), last_at: now.toISOString(), times: 1 })
    .execute()
  await forgetOld(db, event.kind, isFailure ? failuresMax : othersMax, now)
}

/** Adds an entry outside of a transaction. Never throws: a full disk must not block signing in or out. */
export async function tryNoteSecurityEvent(services: Services, event: SecurityEvent): Promise<void> {
  try {
    await noteSecurityEvent(services, services.db, event)
  } catch (error) {
    services.log.warn({ err: error, kind: event.kind }, 'cannot note a security event')
  }
}

/** Records a data export, at most once an hour, so that reads do not write each time. */
export async function noteExport(services: Services, { userId, shopId, detail }: { userId: string; shopId: string; detail: string }): Promise<void> {
  const known = await services.reader
    .selectFrom('security_events')
    .select('id')
    .where('user_id', '=', userId)
    .where('created_at', '>', new Date(services.clock().getTime() - togetherMs).toISOString())
    .where('kind', '=', 'export')
    .where('shop_id', '=', shopId)
    .where('detail', '=', detail)
    .executeTakeFirst()
  if (!known) await tryNoteSecurityEvent(services, { kind: 'export', userId, shopId, detail })
}

/** @returns whether an existing entry was counted up */
async function countAgain(db: Db, { kind, login_id, address }: { kind: string; login_id: string; address: string | null }, now: Date): Promise<boolean> {
  const known = await db
    .selectFrom('security_events')
    .select('id')
    .where('login_id', '=', login_id)
    .where('address', 'is not distinct from', address)
    .where('kind', '=', kind)
    .where('created_at', '>', new Date(now.getTime() - togetherMs).toISOString())
    .where('created_at', '<=', now.toISOString())
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  if (!known) return false
  await db
    .updateTable('security_events')
    .set((row) => ({ times: row('times', '+', 1), last_at: now.toISOString() }))
    .where('id', '=', known.id)
    .execute()
  return true
}

async function forgetOld(db: Db, kind: string, max: number, now: Date): Promise<void> {
  await db
    .deleteFrom('security_events')
    .where('created_at', '<', new Date(now.getTime() - securityEventDays * dayMs).toISOString())
    .execute()
  const excess = await db
    .selectFrom('security_events')
    .select(['created_at', 'id'])
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(max)
    .limit(1)
    .executeTakeFirst()
  if (!excess) return
  await db
    .deleteFrom('security_events')
    .where('kind', '=', kind)
    .where('created_at', '<=', excess.created_at)
    .where((where) => where.or([where('created_at', '<', excess.created_at), where('id', '<=', excess.id)]))
    .execute()
}
