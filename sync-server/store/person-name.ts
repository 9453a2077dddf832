import type { Tx } from '../db/database.ts'

/** A person as colleagues see them: by name, else by login id; null for nobody and for a user who is not there. */
export async function readPersonName(trx: Tx, userId: string | null): Promise<string | null> {
  if (userId === null) return null
  const user = await trx.selectFrom('users').select(['name', 'login_id']).where('id', '=', userId).executeTakeFirst()
  return user === undefined ? null : user.name || user.login_id
}
