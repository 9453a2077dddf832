import type { Role } from '#schema/rules/access/roles.ts'
import { ask, assignPrivilege, assignShopUser, reads } from '#web/api/admin-api.ts'

/** Makes somebody a member of the shop with the role's privileges. What they have already stays, so it can be done again after a break. */
export async function giveRole(userId: string, shopId: string, role: Role): Promise<void> {
  const [shops, held, known] = await Promise.all([ask(reads.userShops(userId)), ask(reads.userPrivileges(userId)), ask(reads.privileges)])
  if (!shops.some(({ id }) => id === shopId)) await assignShopUser(shopId, userId)
  const has = new Set(held.map(({ privilegeName }) => privilegeName))
  for (const { id, privilegeName } of known) {
    if (!has.has(privilegeName) && role.privileges.some((privilege) => privilege === privilegeName)) await assignPrivilege(userId, id)
  }
}
