import type { TeamMember } from '#schema/api/answers/account-answers.ts'
import { isPrivilege } from '#schema/privileges.ts'
import type { Db } from '../../db/database.ts'
import { compareNames } from '../../lists/compare-names.ts'

/** Users and employees as one list of people by name: who signs in, sees which shops, and gets work where. */
export async function listTeam(reader: Db): Promise<TeamMember[]> {
  const [users, grants, members, workers, seen, shops] = await Promise.all([
    reader.selectFrom('users').select(['id', 'name', 'login_id', 'disabled_at']).execute(),
    reader
      .selectFrom('users_privileges')
      .innerJoin('privileges', 'privileges.id', 'users_privileges.privilege_id')
      .select(['user_id', 'privilege_name'])
      .orderBy('privilege_name')
      .execute(),
    reader.selectFrom('shop_users').select(['user_id', 'shop_id']).execute(),
    reader.selectFrom('employees').select(['id', 'name', 'user_id', 'shop_id', 'entity_id']).where('deleted', '=', 0).execute(),
    reader
      .selectFrom('sessions')
      .select((eb) => ['user_id', eb.fn.max('last_seen_at').as('at')])
      .groupBy('user_id')
      .execute(),
    reader.selectFrom('shops').select(['id', 'name']).execute(),
  ])
  const nameByShop = new Map(shops.map(({ id, name }) => [id, name]))
  const seenByUser = new Map(seen.map(({ user_id, at }) => [user_id, at]))
  const privilegesByUser = Map.groupBy(grants, ({ user_id }) => user_id)
  const membersByUser = Map.groupBy(members, ({ user_id }) => user_id)
  const workersByUser = Map.groupBy(workers, ({ user_id }) => user_id ?? '')
  const toShops = (memberOf: readonly string[], employees: readonly { id: string; shop_id: string; entity_id: string }[]): TeamMember['shops'] =>
    [...new Set([...memberOf, ...employees.map(({ shop_id }) => shop_id)])]
      .map((id) => {
        const employee = employees.find(({ shop_id }) => shop_id === id)
        const name = nameByShop.get(id) ?? ''
        return { id, name, isMember: memberOf.includes(id), employeeId: employee?.id ?? null, entityId: employee?.entity_id ?? null }
      })
      .sort((one, other) => compareNames(one.name, other.name))
  const people = users.map(({ id, name, login_id, disabled_at }): TeamMember => ({
    id,
    userId: id,
    name: name ?? login_id,
    loginId: login_id,
    privileges: (privilegesByUser.get(id) ?? []).map(({ privilege_name }) => privilege_name).filter(isPrivilege),
    shops: toShops(
      (membersByUser.get(id) ?? []).map(({ shop_id }) => shop_id),
      workersByUser.get(id) ?? [],
    ),
    disabledAt: disabled_at,
    lastSeenAt: seenByUser.get(id) ?? null,
  }))
  const known = new Set(users.map(({ id }) => id))
  const others = workers
    .filter(({ user_id }) => user_id === null || !known.has(user_id))
    .map((employee): TeamMember => ({
      id: employee.id,
      userId: null,
      name: employee.name,
      loginId: null,
      privileges: [],
      shops: toShops([], [employee]),
      disabledAt: null,
      lastSeenAt: null,
    }))
  return [...people, ...others].sort((one, other) => compareNames(one.name, other.name))
}
