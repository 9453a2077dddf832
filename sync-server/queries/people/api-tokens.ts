import type { ApiTokenAnswer } from '#schema/api/tokens.ts'
import { isPrivilege, type Privilege } from '#schema/privileges.ts'
import type { Db } from '../../db/database.ts'

/** All tokens of a user, including expired ones, newest first. */
export async function listApiTokens(db: Db, userId: string): Promise<ApiTokenAnswer[]> {
  const rows = await db
    .selectFrom('api_tokens')
    .select(['id', 'name', 'privileges', 'read_only', 'shop_ids', 'expires_at', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    privileges: textToPrivileges(row.privileges),
    readOnly: row.read_only === 1,
    shopIds: textToShopIds(row.shop_ids),
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }))
}

export const privilegesToText = (privileges: readonly Privilege[]): string => JSON.stringify(privileges)

export const shopIdsToText = (shopIds: readonly string[] | null): string | null => (shopIds === null ? null : JSON.stringify(shopIds))

/** Reverses `shopIdsToText`. */
export const textToShopIds = (text: string | null): string[] | null => (text === null ? null : (JSON.parse(text) as string[]))

/** Reverses `privilegesToText`, without privileges unknown to this version. */
export const textToPrivileges = (text: string): Privilege[] => (JSON.parse(text) as string[]).filter(isPrivilege)
