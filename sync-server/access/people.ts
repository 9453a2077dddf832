import type { SessionUser, UserName } from '#schema/api/sync-answers.ts'
import type { UserAccountAnswer } from '#schema/api/account-answers.ts'
import type { Db } from '../db/database.ts'
import { userColumns, userRowToSessionUser } from '../session/sessions.ts'

/** Whoever may enable people again sees those who are disabled; to others nobody can be assigned who cannot sign in. */
export async function listAllUsers(reader: Db, { withDisabled }: { withDisabled: boolean }): Promise<SessionUser[]> {
  const everybody = reader.selectFrom('users').select(userColumns).orderBy('login_id')
  const rows = await (withDisabled ? everybody : everybody.where('disabled_at', 'is', null)).execute()
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

/** How people's accounts stand, in the order of `listAllUsers`. */
export async function listUserAccounts(reader: Db): Promise<UserAccountAnswer[]> {
  const rows = await reader
    .selectFrom('users')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select(['users.id', 'disabled_at', 'confirmed_at'])
    .orderBy('login_id')
    .execute()
  return rows.map(({ id, disabled_at, confirmed_at }) => ({ userId: id, disabledAt: disabled_at, secondFactorOn: confirmed_at !== null }))
}
