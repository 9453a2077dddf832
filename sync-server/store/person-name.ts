import type { Tx } from '../db/database.ts'

/** A user's name, or login id without one; null for a missing user. */
export async function readPersonName(trx: Tx, userId: string | null): Promise<string | null> {
  if (userId === null) return null
  const user = await trx.selectFrom('users').select(['name', 'login_id']).where('id', '=', userId).executeTakeFirst()
  return user === undefined ? null : user.name || user.login_id
}
