import type { PrivilegeAnswer, ShopUserAnswer, UserEntityAnswer, UserShopAnswer } from '#schema/api/answers/administration-answers.ts'
import { AppError } from '#schema/errors.ts'
import { isPrivilege, privilegeNames } from '#schema/privileges.ts'
import type { Caller } from '#schema/rules/access/access.ts'
import { privilegeRows } from '#schema/rules/merge/reference-rows.ts'
import type { Db } from '../../db/database.ts'
import { compareNames as compare } from '../../lists/compare-names.ts'
import { readInSteps, sortInSteps, type ListSteps } from '../../lists/list-steps.ts'
import { assertMayStaffShop } from './rights.ts'

export const listPrivileges = (): PrivilegeAnswer[] => [...privilegeRows]

export async function listPrivilegesOfUser(db: Db, userId: string): Promise<PrivilegeAnswer[]> {
  await assertUser(db, userId)
  const rows = await db
    .selectFrom('users_privileges')
    .innerJoin('privileges', 'privileges.id', 'users_privileges.privilege_id')
    .select(['privileges.id', 'privileges.privilege_name as privilegeName'])
    .where('users_privileges.user_id', '=', userId)
    .execute()
  const placeOf = (name: string): number => (isPrivilege(name) ? privilegeNames.indexOf(name) : privilegeNames.length)
  return rows.sort((one, other) => placeOf(one.privilegeName) - placeOf(other.privilegeName))
}

export async function listShopsOfOther(db: Db, userId: string): Promise<UserShopAnswer[]> {
  await assertUser(db, userId)
  const rows = await db
    .selectFrom('shop_users')
    .innerJoin('shops', 'shops.id', 'shop_users.shop_id')
    .select(['shops.id', 'shops.name', 'shops.code', 'shops.color'])
    .where('shop_users.user_id', '=', userId)
    .execute()
  return rows.sort((one, other) => compare(one.name, other.name))
}

export async function listEntitiesOfOther(db: Db, userId: string): Promise<UserEntityAnswer[]> {
  await assertUser(db, userId)
  const rows = await db
    .selectFrom('entity_users')
    .innerJoin('entities', 'entities.id', 'entity_users.entity_id')
    .select(['entity_users.id', 'entity_users.entity_id', 'entities.entity_name', 'entities.contact_name'])
    .where('entity_users.user_id', '=', userId)
    .execute()
  return rows.sort((one, other) => compare(one.entity_name, other.entity_name))
}

const shopUsers = (db: Db) =>
  db
    .selectFrom('shop_users')
    .innerJoin('users', 'users.id', 'shop_users.user_id')
    .select(['shop_users.id', 'shop_users.user_id as userId', 'users.name as userName', 'users.login_id as loginId'])

/** Members of a shop, for callers who may change them. */
export async function listShopUsers(db: Db, steps: ListSteps, caller: Caller, shopId: string): Promise<ShopUserAnswer[]> {
  await assertMayStaffShop(db, caller, shopId)
  if (!(await db.selectFrom('shops').select('id').where('id', '=', shopId).executeTakeFirst())) throw new AppError('NOT_FOUND', 'Shop not found')
  const users = shopUsers(db).where('shop_users.shop_id', '=', shopId).orderBy('shop_users.id')
  const rows = await readInSteps(
    steps,
    ({ id }: ShopUserAnswer) => id,
    (above, limit) => users.where('shop_users.id', '>', above).limit(limit).execute(),
  )
  return sortInSteps(steps, rows, (one, other) => compare(one.userName ?? one.loginId, other.userName ?? other.loginId))
}

export const findShopUser = (db: Db, shopId: string, userId: string): Promise<ShopUserAnswer | undefined> =>
  shopUsers(db).where('shop_users.shop_id', '=', shopId).where('shop_users.user_id', '=', userId).executeTakeFirst()

async function assertUser(db: Db, userId: string): Promise<void> {
  if (!(await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst())) throw new AppError('NOT_FOUND', 'User not found')
}
