import type { SessionUser, UserName } from '#schema/api/answers/sync-answers.ts'
import type { UserAccountAnswer } from '#schema/api/answers/account-answers.ts'
import type { Caller } from '#schema/rules/access/access.ts'
import type { Db } from '../../db/database.ts'
import { readInSteps, type ListSteps } from '../../lists/list-steps.ts'
import { userColumns, userRowToSessionUser } from './session-user.ts'

const loginIdOf = ({ login_id }: { login_id: string }): string => login_id

/** All users who can be assigned to shops: with contact data if they are in the caller's entities, else name and login id only. */
export async function listUsersForStaffing(reader: Db, steps: ListSteps, userId: string): Promise<(SessionUser | UserName)[]> {
  const ownEntities = reader.selectFrom('entity_users').select('entity_id').where('user_id', '=', userId)
  const own = await reader
    .selectFrom('users')
    .select('users.id')
    .where((where) =>
      where.or([
        where('users.id', '=', userId),
        where('users.id', 'in', reader.selectFrom('entity_users').select('user_id').where('entity_id', 'in', ownEntities)),
        where(
          'users.id',
          'in',
          reader
            .selectFrom('shop_users')
            .innerJoin('entity_shops', 'entity_shops.shop_id', 'shop_users.shop_id')
            .select('shop_users.user_id')
            .where('entity_shops.entity_id', 'in', ownEntities),
        ),
      ]),
    )
    .execute()
  const ownIds = new Set(own.map(({ id }) => id))
  return (await listAllUsers(reader, steps, { withDisabled: false })).map((user) =>
    ownIds.has(user.id) ? user : { id: user.id, name: user.name, login_id: user.login_id },
  )
}

/** All users by login id; `withDisabled`: include disabled ones. */
export async function listAllUsers(reader: Db, steps: ListSteps, { withDisabled }: { withDisabled: boolean }): Promise<SessionUser[]> {
  const everybody = reader.selectFrom('users').select(userColumns).orderBy('login_id')
  const users = withDisabled ? everybody : everybody.where('disabled_at', 'is', null)
  const rows = await readInSteps(steps, loginIdOf, (above, limit) => users.where('login_id', '>', above).limit(limit).execute())
  return rows.map(userRowToSessionUser)
}

/** The caller and users who share a shop with them; names only. */
export async function listColleagues(reader: Db, steps: ListSteps, { userId, shopIds }: Caller): Promise<UserName[]> {
  const colleagues = reader
    .selectFrom('users')
    .select(['users.id', 'users.name', 'users.login_id'])
    .where((where) =>
      where.or([
        where('users.id', '=', userId),
        where(
          'users.id',
          'in',
          where
            .selectFrom('shop_users')
            .select('user_id')
            .where('shop_id', 'in', [...shopIds]),
        ),
      ]),
    )
    .orderBy('users.login_id')
  return readInSteps(steps, loginIdOf, (above, limit) => colleagues.where('users.login_id', '>', above).limit(limit).execute())
}

/** Account states of all users, in the order of `listAllUsers`. */
export async function listUserAccounts(reader: Db): Promise<UserAccountAnswer[]> {
  const [rows, members, holders] = await Promise.all([
    reader
      .selectFrom('users')
      .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
      .select(['users.id', 'disabled_at', 'confirmed_at'])
      .orderBy('login_id')
      .execute(),
    reader.selectFrom('shop_users').select('user_id').distinct().execute(),
    reader.selectFrom('users_privileges').select('user_id').distinct().execute(),
  ])
  const memberIds = new Set(members.map(({ user_id }) => user_id))
  const holderIds = new Set(holders.map(({ user_id }) => user_id))
  return rows.map(({ id, disabled_at, confirmed_at }) => ({
    userId: id,
    disabledAt: disabled_at,
    secondFactorOn: confirmed_at !== null,
    hasShop: memberIds.has(id),
    hasPrivilege: holderIds.has(id),
  }))
}
