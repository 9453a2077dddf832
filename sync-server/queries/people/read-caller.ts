import { isPrivilege } from '#schema/privileges.ts'
import type { Caller } from '#schema/rules/access/access.ts'
import type { Db } from '../../db/database.ts'
import { defineStatement } from '../../db/statement.ts'

const selectPrivileges = defineStatement<{ name: string }>((db, argument) =>
  db
    .selectFrom('users_privileges')
    .innerJoin('privileges', 'privileges.id', 'users_privileges.privilege_id')
    .select('privileges.privilege_name as name')
    .where('users_privileges.user_id', '=', argument('userId')),
)

const selectShops = defineStatement<{ id: string }>((db, argument) =>
  db.selectFrom('shop_users').select('shop_id as id').where('user_id', '=', argument('userId')),
)

/** The user's current privileges and shops; both empty for an unknown user. */
export async function readCaller(reader: Db, userId: string): Promise<Caller> {
  const [privileges, shops] = await Promise.all([selectPrivileges(reader, { userId }), selectShops(reader, { userId })])
  return {
    userId,
    privileges: new Set(privileges.map(({ name }) => name).filter(isPrivilege)),
    shopIds: new Set(shops.map(({ id }) => id)),
  }
}
