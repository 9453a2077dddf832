import { AppError } from '#schema/errors.ts'
import { isMember, type Caller } from '#schema/rules/access/access.ts'
import { canAdministerUser, outrankedText } from '#schema/rules/access/administration.ts'
import type { Db } from '../../db/database.ts'
import { readCaller } from './read-caller.ts'

/** Administration rights. Each throws FORBIDDEN, also for missing rows, so as not to reveal what exists. */

/** view_app_setting makes an administrator. */
export function assertAdministrator({ privileges }: Caller): void {
  if (!privileges.has('view_app_setting')) throw new AppError('FORBIDDEN')
}

/** Nobody may change a user who holds privileges that the caller lacks. Passes for unknown users. */
export async function assertMayAdministerUser(db: Db, caller: Caller, userId: string): Promise<void> {
  if (!canAdministerUser(caller, await readCaller(db, userId))) throw new AppError('FORBIDDEN', outrankedText)
}

/** For employees and shops of an entity: administrators and users assigned to it. */
export async function assertMayStaffEntity(db: Db, caller: Caller, entityId: string): Promise<void> {
  if (caller.privileges.has('view_app_setting') || (caller.isWithinShops !== true && (await isAssignedToEntity(db, caller.userId, entityId)))) return
  throw new AppError('FORBIDDEN')
}

export function assertMayMakeShops({ privileges }: Caller): void {
  if (!privileges.has('view_app_setting') && !privileges.has('view_entity_setting')) throw new AppError('FORBIDDEN')
}

/** For memberships: administrators in any shop; view_entity_setting in the caller's shops and those of their entities. */
export async function assertMayStaffShop(db: Db, caller: Caller, shopId: string): Promise<void> {
  if (caller.privileges.has('view_app_setting')) return
  if (caller.privileges.has('view_entity_setting') && (isMember(caller, shopId) || (await isOfOwnEntity(db, caller.userId, shopId)))) return
  throw new AppError('FORBIDDEN')
}

async function isAssignedToEntity(db: Db, userId: string, entityId: string): Promise<boolean> {
  return (await db.selectFrom('entity_users').select('id').where('user_id', '=', userId).where('entity_id', '=', entityId).executeTakeFirst()) !== undefined
}

async function isOfOwnEntity(db: Db, userId: string, shopId: string): Promise<boolean> {
  const link = await db
    .selectFrom('entity_shops')
    .innerJoin('entity_users', 'entity_users.entity_id', 'entity_shops.entity_id')
    .select('entity_shops.id')
    .where('entity_users.user_id', '=', userId)
    .where('entity_shops.shop_id', '=', shopId)
    .executeTakeFirst()
  return link !== undefined
}
