import type { EmployeeListItem } from '#schema/api/answers/row-answers.ts'
import { employeeToListItem } from '#schema/api/list-items.ts'
import { AppError } from '#schema/errors.ts'
import { isGivenWork } from '#schema/rules/access/roles.ts'
import { tell } from '#schema/rules/text/activity-entry.ts'
import type { Tx } from '../../db/database.ts'
import { findEntityShop } from '../../queries/people/entities.ts'
import { listShopIdsOfUser } from '../../queries/people/memberships.ts'
import { readCaller } from '../../queries/people/read-caller.ts'
import { findRow } from '../../queries/rows/read-rows.ts'
import { findShop } from '../../queries/shops.ts'
import type { Services } from '../../services.ts'
import type { Administration } from './administer.ts'
import { assertFound } from './assert-found.ts'
import { insertEntity } from './create-entity.ts'

/** Makes the user an employee of the shop if the user's role is one that is given work. */
export async function staffByRole(services: Services, administration: Administration, userId: string, shopId: string): Promise<void> {
  if (isGivenWork((await readCaller(administration.trx, userId)).privileges)) await becomeEmployee(services, administration, userId, shopId)
}

/** After a change of privileges: whoever was an employee of a shop and was deleted there stays away. */
export async function staffByPrivileges(services: Services, administration: Administration, userId: string): Promise<void> {
  if (!isGivenWork((await readCaller(administration.trx, userId)).privileges)) return
  for (const shopId of await listShopIdsOfUser(administration.trx, userId)) {
    const former = await administration.trx
      .selectFrom('employees')
      .select('id')
      .where('shop_id', '=', shopId)
      .where('user_id', '=', userId)
      .where('deleted', '=', 1)
      .executeTakeFirst()
    if (!former) await becomeEmployee(services, administration, userId, shopId)
  }
}

/** Whoever is an employee of the shop stays the same. An employee of the same name without a user becomes this user. */
export async function becomeEmployee(services: Services, administration: Administration, userId: string, shopId: string): Promise<EmployeeListItem> {
  const { trx } = administration
  const id = (await findEmployeeIdOfUser(trx, shopId, userId)) ?? (await makeEmployee(services, administration, userId, shopId))
  return employeeToListItem(assertFound(await findRow(trx, 'employees', shopId, id), 'Employee'), assertFound(await findShop(trx, shopId), 'Shop'))
}

async function makeEmployee(services: Services, administration: Administration, userId: string, shopId: string): Promise<string> {
  const { trx, apply } = administration
  const { name, login_id } = await trx.selectFrom('users').select(['name', 'login_id']).where('id', '=', userId).executeTakeFirstOrThrow()
  const shop = assertFound(await findShop(trx, shopId), 'Shop')
  const entityId = (await findEntityShop(trx, shopId))?.entity_id ?? (await makeEntity(services, administration, shopId, shop.name))
  const title = name ?? login_id
  // Names are unique within the entity, of which this may be a second shop.
  const names = [title, `${title} (${shop.name})`, `${title} (${login_id})`]
  for (const candidate of names) {
    const same = await findEmployeeByName(trx, entityId, candidate)
    if (same !== undefined && (same.shop_id !== shopId || same.user_id !== null)) continue
    const id = same?.id ?? services.newId()
    const noContact = { email: null, countryCode: null, phone: null, alternateCountryCode: null, alternatePhone: null }
    await apply(shopId, [
      same === undefined
        ? { action: 'create', collection: 'employees', id, values: { entityId, name: candidate, ...noContact, userId } }
        : { action: 'set', collection: 'employees', id, values: { userId } },
    ])
    return id
  }
  throw new AppError('UNIQUE_CONSTRAINT_VIOLATION', 'An employee with this name already exists in this entity')
}

/** Renames the employees who were called like their user, where no other employee has the new name. */
export async function renameEmployees({ trx, apply }: Administration, userId: string, before: string, after: string): Promise<void> {
  if (before === after) return
  const named = await trx
    .selectFrom('employees')
    .select(['id', 'shop_id', 'entity_id'])
    .where('user_id', '=', userId)
    .where('name', '=', before)
    .where('deleted', '=', 0)
    .execute()
  for (const { id, shop_id, entity_id } of named) {
    if (await findEmployeeByName(trx, entity_id, after)) continue
    await apply(shop_id, [{ action: 'set', collection: 'employees', id, values: { name: after } }])
  }
}

const findEmployeeIdOfUser = async (trx: Tx, shopId: string, userId: string): Promise<string | undefined> => {
  const employees = trx.selectFrom('employees').select('id').where('shop_id', '=', shopId).where('user_id', '=', userId)
  return (await employees.where('deleted', '=', 0).executeTakeFirst())?.id
}

const findEmployeeByName = (trx: Tx, entityId: string, name: string) =>
  trx
    .selectFrom('employees')
    .select(['id', 'shop_id', 'user_id'])
    .where('entity_id', '=', entityId)
    .where('name', '=', name)
    .where('deleted', '=', 0)
    .executeTakeFirst()

async function makeEntity(services: Services, administration: Administration, shopId: string, shopName: string): Promise<string> {
  const contact = { countryCode: null, phone: null, alternateCountryCode: null, alternatePhone: null, entityAddress: null }
  const id = await insertEntity(services, administration, { entityName: shopName, contactName: shopName, ...contact }, { shopIds: [shopId] })
  await administration.noteIn([shopId], tell('entityCreated', { entity: shopName }))
  await administration.noteSecurity({ kind: 'entity-shop-added', shopId, detail: shopName })
  return id
}
