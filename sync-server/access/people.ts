import type { SessionUser, UserName } from '#schema/api/sync-answers.ts'
import type { Db } from '../db/database.ts'
import { userColumns, userRowToSessionUser } from '../session/sessions.ts'

export async function listAllUsers(reader: Db): Promise<SessionUser[]> {
  const rows = await reader.selectFrom('users').select(userColumns).orderBy('login_id').execute()
  return rows.map(userRowToSessionUser)
}

/** Who shares a shop with the user, and the user; names only (AMB-32). */
export async function listColleagues(reader: Db, userId: string): Promise<UserName[]> {
  return reader
    .selectFrom('users')
    .select(['users.id', 'users.name', 'users.login_id'])
    .where((where) =>
      where.or([
        where('users.id', '=', userId),
        where.exists((sub) =>
          sub
            .selectFrom('shop_users as theirs')
            .innerJoin('shop_users as own', 'own.shop_id', 'theirs.shop_id')
            .select('theirs.id')
            .where('own.user_id', '=', userId)
            .whereRef('theirs.user_id', '=', 'users.id'),
        ),
      ]),
    )
    .orderBy('users.login_id')
    .execute()
}
