import { isPrivilege } from '#schema/privileges.ts'
import type { Caller } from '#schema/rules/access/access.ts'
import type { Db } from '../../db/database.ts'

/** Privileges and shops of the user as they are stored now; both empty for an unknown user (AMB-35). */
export async function readCaller(reader: Db, userId: string): Promise<Caller> {
  const [privileges, shops] = await Promise.all([
    reader
      .selectFrom('users_privileges')
      .innerJoin('privileges', 'privileges.id', 'users_privileges.privilege_id')
      .select('privileges.privilege_name')
      .where('users_privileges.user_id', '=', userId)
      .execute(),
    reader.selectFrom('shop_users').select('shop_id').where('user_id', '=', userId).execute(),
  ])
  return {
    userId,
    privileges: new Set(privileges.map(({ privilege_name }) => privilege_name).filter(isPrivilege)),
    shopIds: new Set(shops.map(({ shop_id }) => shop_id)),
  }
}
