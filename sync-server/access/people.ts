import type { SessionUser, UserName } from '#schema/api/sync-answers.ts'
import type { Db } from '../db/database.ts'
import { readInSteps, type ListSteps } from '../lists/list-steps.ts'
import { userColumns, userRowToSessionUser } from '../session/sessions.ts'

const loginIdOf = ({ login_id }: { login_id: string }): string => login_id

export async function listAllUsers(reader: Db, steps: ListSteps): Promise<SessionUser[]> {
  const users = reader.selectFrom('users').select(userColumns).orderBy('login_id')
  const rows = await readInSteps(steps, loginIdOf, (above, limit) => users.where('login_id', '>', above).limit(limit).execute())
  return rows.map(userRowToSessionUser)
}

/** Who shares a shop with the user, and the user; names only (AMB-32). */
export async function listColleagues(reader: Db, steps: ListSteps, userId: string): Promise<UserName[]> {
  const colleagues = reader
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
  return readInSteps(steps, loginIdOf, (above, limit) => colleagues.where('users.login_id', '>', above).limit(limit).execute())
}
