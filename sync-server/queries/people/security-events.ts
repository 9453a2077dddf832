import type { SecurityEventAnswer } from '#schema/api/answers/security-event-answers.ts'
import type { SecurityEventsQuery } from '#schema/api/security-events.ts'
import { isSecurityEventKind } from '#schema/rules/access/security-events.ts'
import type { Db } from '../../db/database.ts'
import { unknownAfter } from '../../lists/list.ts'

/**
 * A page of the security log, newest first; `from` is inclusive, `to` exclusive.
 * @throws AppError VALIDATION for an unknown or expired `after`
 */
export async function listSecurityEvents(db: Db, { limit, after, kind, user, from, to }: SecurityEventsQuery): Promise<SecurityEventAnswer[]> {
  const last = after === undefined ? undefined : await findPlace(db, after)
  let query = db
    .selectFrom('security_events')
    .leftJoin('users', 'users.id', 'security_events.user_id')
    .leftJoin('users as subjects', 'subjects.id', 'security_events.subject_user_id')
    .leftJoin('shops', 'shops.id', 'security_events.shop_id')
    .select([
      'security_events.id',
      'security_events.kind',
      'security_events.created_at',
      'security_events.last_at',
      'security_events.times',
      'security_events.user_id',
      'security_events.login_id',
      'security_events.address',
      'security_events.subject_user_id',
      'security_events.shop_id',
      'security_events.detail',
      'users.name as user_name',
      'users.login_id as user_login_id',
      'subjects.name as subject_name',
      'subjects.login_id as subject_login_id',
      'shops.name as shop_name',
    ])
  if (kind !== undefined) query = query.where('security_events.kind', '=', kind)
  if (user !== undefined)
    query = query.where((where) => where.or([where('security_events.user_id', '=', user), where('security_events.subject_user_id', '=', user)]))
  if (from !== undefined) query = query.where('security_events.created_at', '>=', from)
  if (to !== undefined) query = query.where('security_events.created_at', '<', to)
  if (last) {
    query = query
      .where('security_events.created_at', '<=', last.created_at)
      .where((where) => where.or([where('security_events.created_at', '<', last.created_at), where('security_events.id', '<', last.id)]))
  }
  const rows = await query.orderBy('security_events.created_at', 'desc').orderBy('security_events.id', 'desc').limit(limit).execute()
  return rows.flatMap((row) =>
    // Skip kinds of a newer version.
    isSecurityEventKind(row.kind)
      ? {
          id: row.id,
          kind: row.kind,
          createdAt: row.created_at,
          lastAt: row.last_at,
          times: row.times,
          userId: row.user_id,
          userName: row.user_name ?? row.user_login_id,
          loginId: row.login_id,
          address: row.address,
          subjectUserId: row.subject_user_id,
          subjectName: row.subject_name ?? row.subject_login_id,
          shopId: row.shop_id,
          shopName: row.shop_name,
          detail: row.detail,
        }
      : [],
  )
}

async function findPlace(db: Db, id: string): Promise<{ created_at: string; id: string }> {
  const place = await db.selectFrom('security_events').select(['created_at', 'id']).where('id', '=', id).executeTakeFirst()
  if (place) return place
  throw unknownAfter()
}
