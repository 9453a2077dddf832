import { AppError } from '#schema/errors.ts'
import type { Db } from '../../db/database.ts'

/** Whom and which shops a mutation of administration concerns, and whether what it names is there. */

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

/** Named by the address: NOT_FOUND without it. */
export function assertFound<Row>(row: Row | undefined, noun: string): Row {
  if (row === undefined) throw new AppError('NOT_FOUND', `${noun} not found`)
  return row
}

/** Named by the body: 400 without it. */
export function assertReferred<Row>(row: Row | undefined, path: string, noun: string): Row {
  if (row !== undefined) return row
  const message = `${noun} does not exist`
  throw new AppError('INVALID_REFERENCE', message, { issues: [{ path, message }] })
}

export const findUserTitle = async (db: Db, userId: string): Promise<string | undefined> => {
  const user = await db.selectFrom('users').select(['name', 'login_id']).where('id', '=', userId).executeTakeFirst()
  return user && (user.name ?? user.login_id)
}
