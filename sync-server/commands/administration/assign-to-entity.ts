import type { EntityShopAnswer, EntityUserAnswer } from '#schema/api/answers/administration-answers.ts'
import { AppError } from '#schema/errors.ts'
import type { Caller } from '#schema/rules/access/access.ts'
import { tell } from '#schema/rules/text/activity-entry.ts'
import { findEntity, findEntityShop, findEntityUser } from '../../queries/people/entities.ts'
import { assertAdministrator, assertMayAdministerUser } from '../../queries/people/rights.ts'
import { findShop } from '../../queries/shops.ts'
import type { Services } from '../../services.ts'
import { administer } from './administer.ts'
import { findUserTitle, listShopIdsOfEntity, listUserIdsOfEntity } from '../../queries/people/memberships.ts'
import { assertFound, assertReferred } from './assert-found.ts'
import { isUniqueViolation } from './unique-violation.ts'

/** Administrators only. */

export async function assignUserToEntity(services: Services, caller: Caller, entityId: string, userId: string): Promise<EntityUserAnswer> {
  assertAdministrator(caller)
  return administer(services, caller.userId, async ({ trx, at, affect, noteIn, noteSecurity }) => {
    const entity = assertFound(await findEntity(trx, entityId), 'Entity')
    const title = assertReferred(await findUserTitle(trx, userId), 'userId', 'User')
    await assertMayAdministerUser(trx, caller, userId)
    if (await findEntityUser(trx, entityId, userId)) throw new AppError('UNIQUE_CONSTRAINT_VIOLATION', 'This user is already assigned to this entity.')
    await trx.insertInto('entity_users').values({ id: services.newId(), entity_id: entityId, user_id: userId, created_at: at }).execute()
    await noteIn(await listShopIdsOfEntity(trx, entityId), tell('userAssigned', { user: title, entity: entity.entity_name }))
    await noteSecurity({ kind: 'entity-user-added', subjectUserId: userId, detail: entity.entity_name })
    affect([userId])
    return assertFound(await findEntityUser(trx, entityId, userId), 'Assignment')
  })
}

export async function removeUserFromEntity(services: Services, caller: Caller, entityId: string, userId: string): Promise<void> {
  assertAdministrator(caller)
  await administer(services, caller.userId, async ({ trx, affect, noteIn, noteSecurity }) => {
    const entity = assertFound(await findEntity(trx, entityId), 'Entity')
    const { id, name, login_id } = assertFound(await findEntityUser(trx, entityId, userId), 'Assignment')
    await assertMayAdministerUser(trx, caller, userId)
    await trx.deleteFrom('entity_users').where('id', '=', id).execute()
    await noteIn(await listShopIdsOfEntity(trx, entityId), tell('userUnassigned', { user: name ?? login_id, entity: entity.entity_name }))
    await noteSecurity({ kind: 'entity-user-removed', subjectUserId: userId, detail: entity.entity_name })
    affect([userId])
  })
}

/**
 * Links a shop that has no entity. It is checked before the transaction begins, so the loser of a race gets the second
 * code.
 * @throws AppError SHOP_ALREADY_ASSIGNED, or UNIQUE_CONSTRAINT_VIOLATION after a race
 */
export async function assignShopToEntity(services: Services, caller: Caller, entityId: string, shopId: string): Promise<EntityShopAnswer> {
  assertAdministrator(caller)
  const link = await findEntityShop(services.reader, shopId)
  if (link) throw shopAlreadyAssigned(link.entity_id === entityId)
  try {
    return await administer(services, caller.userId, async ({ trx, at, note, affect, noteSecurity }) => {
      const entity = assertFound(await findEntity(trx, entityId), 'Entity')
      assertReferred(await findShop(trx, shopId), 'shopId', 'Shop')
      await trx.insertInto('entity_shops').values({ id: services.newId(), entity_id: entityId, shop_id: shopId, created_at: at }).execute()
      await note(shopId, tell('shopAssigned', { entity: entity.entity_name }))
      await noteSecurity({ kind: 'entity-shop-added', shopId, detail: entity.entity_name })
      affect(await listUserIdsOfEntity(trx, entityId))
      return assertFound(await findEntityShop(trx, shopId), 'Assignment')
    })
  } catch (error) {
    throw isUniqueViolation(error) ? new AppError('UNIQUE_CONSTRAINT_VIOLATION', 'Shop assignment conflict. A shop can only be assigned to one entity.') : error
  }
}

const shopAlreadyAssigned = (isHere: boolean): AppError =>
  new AppError(
    'SHOP_ALREADY_ASSIGNED',
    isHere ? 'This shop is already assigned to this entity.' : 'This shop is already assigned to another entity. Each shop can only be assigned to one entity.',
  )

/** Its employees stay in the shop. */
export async function unlinkShopFromEntity(services: Services, caller: Caller, entityId: string, shopId: string): Promise<void> {
  assertAdministrator(caller)
  await administer(services, caller.userId, async ({ trx, note, affect, noteSecurity }) => {
    const entity = assertFound(await findEntity(trx, entityId), 'Entity')
    const link = await findEntityShop(trx, shopId)
    assertFound(link?.entity_id === entityId ? link : undefined, 'Assignment')
    await trx.deleteFrom('entity_shops').where('shop_id', '=', shopId).execute()
    await note(shopId, tell('shopUnassigned', { entity: entity.entity_name }))
    await noteSecurity({ kind: 'entity-shop-removed', shopId, detail: entity.entity_name })
    affect(await listUserIdsOfEntity(trx, entityId))
  })
}
