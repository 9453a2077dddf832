import type { ShopUserAnswer } from '#schema/api/answers/administration-answers.ts'
import type { EmployeeListItem } from '#schema/api/answers/row-answers.ts'
import { AppError } from '#schema/errors.ts'
import type { Caller } from '#schema/rules/access/access.ts'
import { tell } from '#schema/rules/text/activity-entry.ts'
import { assertMayAdministerUser, assertMayStaffShop } from '../../queries/people/rights.ts'
import { findShop } from '../../queries/shops.ts'
import { findShopUser } from '../../queries/people/users.ts'
import type { Services } from '../../services.ts'
import { administer } from './administer.ts'
import { findUserTitle, listMemberIds } from '../../queries/people/memberships.ts'
import { assertFound, assertReferred } from './assert-found.ts'
import { becomeEmployee, staffByRole } from './become-employee.ts'

/** Shop members, changed by administrators and, in their own shops, by holders of view_entity_setting. */

export async function addShopMember(services: Services, caller: Caller, shopId: string, userId: string): Promise<ShopUserAnswer> {
  await assertMayStaffShop(services.reader, caller, shopId)
  return administer(services, caller.userId, async (administration) => {
    const { trx, at, note, affect, noteSecurity } = administration
    assertFound(await findShop(trx, shopId), 'Shop')
    const title = assertReferred(await findUserTitle(trx, userId), 'userId', 'User')
    await assertMayAdministerUser(trx, caller, userId)
    if (await findShopUser(trx, shopId, userId)) throw new AppError('UNIQUE_CONSTRAINT_VIOLATION', 'This user is already assigned to this shop.')
    await trx.insertInto('shop_users').values({ id: services.newId(), shop_id: shopId, user_id: userId, created_at: at }).execute()
    await note(shopId, tell('memberAdded', { user: title }))
    await noteSecurity({ kind: 'member-added', subjectUserId: userId, shopId })
    await staffByRole(services, administration, userId, shopId)
    affect(await listMemberIds(trx, [shopId]))
    return assertFound(await findShopUser(trx, shopId, userId), 'Assignment')
  })
}

export async function removeShopMember(services: Services, caller: Caller, shopId: string, userId: string): Promise<void> {
  await assertMayStaffShop(services.reader, caller, shopId)
  await administer(services, caller.userId, async ({ trx, note, affect, noteSecurity }) => {
    const { id, userName, loginId } = assertFound(await findShopUser(trx, shopId, userId), 'Assignment')
    await assertMayAdministerUser(trx, caller, userId)
    await trx.deleteFrom('shop_users').where('id', '=', id).execute()
    await note(shopId, tell('memberRemoved', { user: userName ?? loginId }))
    await noteSecurity({ kind: 'member-removed', subjectUserId: userId, shopId })
    affect([userId])
  })
}

export async function makeMemberEmployee(services: Services, caller: Caller, shopId: string, userId: string): Promise<EmployeeListItem> {
  await assertMayStaffShop(services.reader, caller, shopId)
  return administer(services, caller.userId, async (administration) => {
    assertFound(await findShopUser(administration.trx, shopId, userId), 'Assignment')
    await assertMayAdministerUser(administration.trx, caller, userId)
    return becomeEmployee(services, administration, userId, shopId)
  })
}
