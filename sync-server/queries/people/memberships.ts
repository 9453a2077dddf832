import type { Db } from '../../db/database.ts'

/** Members of the shops, whom a command notifies of a change. */

export async function listMemberIds(db: Db, shopIds: readonly string[]): Promise<string[]> {
  if (shopIds.length === 0) return []
  const rows = await db.selectFrom('shop_users').select('user_id').distinct().where('shop_id', 'in', shopIds).execute()
  return rows.map(({ user_id }) => user_id)
}

export async function listShopIdsOfUser(db: Db, userId: string): Promise<string[]> {
  return (await db.selectFrom('shop_users').select('shop_id').where('user_id', '=', userId).orderBy('shop_id').execute()).map(({ shop_id }) => shop_id)
}

export async function listShopIdsOfEntity(db: Db, entityId: string): Promise<string[]> {
  return (await db.selectFrom('entity_shops').select('shop_id').where('entity_id', '=', entityId).orderBy('shop_id').execute()).map(({ shop_id }) => shop_id)
}

export async function listUserIdsOfEntity(db: Db, entityId: string): Promise<string[]> {
  return (await db.selectFrom('entity_users').select('user_id').where('entity_id', '=', entityId).execute()).map(({ user_id }) => user_id)
}

/** The display name: the name, else the login id. */
export const findUserTitle = async (db: Db, userId: string): Promise<string | undefined> => {
  const user = await db.selectFrom('users').select(['name', 'login_id']).where('id', '=', userId).executeTakeFirst()
  return user && (user.name ?? user.login_id)
}

/** Names and login id of a person, and the names of all shops: what a password must not be made of. */
export async function listGuessableNames(db: Db, userId: string | null): Promise<(string | null)[]> {
  const shops = await db.selectFrom('shops').select(['name', 'code']).execute()
  const user = userId === null ? undefined : await db.selectFrom('users').select(['name', 'login_id']).where('id', '=', userId).executeTakeFirst()
  return [user?.name ?? null, user?.login_id ?? null, ...shops.flatMap(({ name, code }) => [name, code])]
}
