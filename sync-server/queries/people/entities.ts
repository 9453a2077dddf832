import type { EntityAnswer, EntityShopAnswer, EntityShopMappingAnswer, EntityUserAnswer } from '#schema/api/answers/administration-answers.ts'
import type { EmployeeListItem } from '#schema/api/answers/row-answers.ts'
import { employeeToListItem } from '#schema/api/list-items.ts'
import { AppError } from '#schema/errors.ts'
import type { Caller } from '#schema/rules/access/access.ts'
import type { Db } from '../../db/database.ts'
import { compareNames as compare } from '../../lists/compare-names.ts'
import { readInSteps, sortInSteps, type ListSteps } from '../../lists/list-steps.ts'
import type { List } from '../../lists/list.ts'
import { compareMade, inOrder, readKeys, readRows } from '../rows/list-rows.ts'
import { assertMayStaffEntity } from './rights.ts'

/** Entities and their assignments; lists sort by name, ignoring case. */

const entityColumns = [
  'entities.id',
  'entities.entity_name',
  'entities.contact_name',
  'entities.country_code',
  'entities.phone',
  'entities.alternate_country_code',
  'entities.alternate_phone',
  'entities.entity_address',
] as const

const byEntityName = (one: { entity_name: string }, other: { entity_name: string }): number => compare(one.entity_name, other.entity_name)

const idOf = ({ id }: { id: string }): string => id

export async function listEntities(db: Db, steps: ListSteps): Promise<EntityAnswer[]> {
  const entities = db.selectFrom('entities').select(entityColumns).orderBy('id')
  return sortInSteps(steps, await readInSteps(steps, idOf, (above, limit) => entities.where('id', '>', above).limit(limit).execute()), byEntityName)
}

export async function listOwnEntities(db: Db, steps: ListSteps, { userId, isWithinShops }: Caller): Promise<EntityAnswer[]> {
  if (isWithinShops === true) return []
  const entities = db
    .selectFrom('entities')
    .innerJoin('entity_users', 'entity_users.entity_id', 'entities.id')
    .select(entityColumns)
    .where('entity_users.user_id', '=', userId)
    .orderBy('entities.id')
  return sortInSteps(steps, await readInSteps(steps, idOf, (above, limit) => entities.where('entities.id', '>', above).limit(limit).execute()), byEntityName)
}

export const findEntity = (db: Db, entityId: string): Promise<EntityAnswer | undefined> =>
  db.selectFrom('entities').select(entityColumns).where('id', '=', entityId).executeTakeFirst()

const entityUsers = (db: Db) =>
  db
    .selectFrom('entity_users')
    .innerJoin('users', 'users.id', 'entity_users.user_id')
    .select(['entity_users.id', 'entity_users.user_id', 'users.name', 'users.login_id'])

/** @throws AppError NOT_FOUND for an unknown entity */
export async function listEntityUsers(db: Db, steps: ListSteps, entityId: string): Promise<EntityUserAnswer[]> {
  await assertEntity(db, entityId)
  const users = entityUsers(db).where('entity_users.entity_id', '=', entityId).orderBy('entity_users.id')
  const rows = await readInSteps(steps, idOf, (above, limit) => users.where('entity_users.id', '>', above).limit(limit).execute())
  return sortInSteps(steps, rows, (one, other) => compare(one.name ?? one.login_id, other.name ?? other.login_id))
}

export const findEntityUser = (db: Db, entityId: string, userId: string): Promise<EntityUserAnswer | undefined> =>
  entityUsers(db).where('entity_users.entity_id', '=', entityId).where('entity_users.user_id', '=', userId).executeTakeFirst()

const entityShops = (db: Db) =>
  db
    .selectFrom('entity_shops')
    .innerJoin('shops', 'shops.id', 'entity_shops.shop_id')
    .select([
      'entity_shops.id',
      'entity_shops.entity_id',
      'entity_shops.shop_id',
      'shops.name as shop_name',
      'shops.code as shop_code',
      'shops.description as shop_description',
      'shops.color as shop_color',
      'entity_shops.created_at',
    ])

/** Shops of an entity, for administrators and users assigned to it. */
export async function listEntityShops(db: Db, steps: ListSteps, caller: Caller, entityId: string): Promise<EntityShopAnswer[]> {
  await assertMayStaffEntity(db, caller, entityId)
  await assertEntity(db, entityId)
  const shops = entityShops(db).where('entity_shops.entity_id', '=', entityId).orderBy('entity_shops.id')
  const rows = await readInSteps(steps, idOf, (above, limit) => shops.where('entity_shops.id', '>', above).limit(limit).execute())
  return sortInSteps(steps, rows, (one, other) => compare(one.shop_name, other.shop_name))
}

/** A shop has at most one entity. */
export const findEntityShop = (db: Db, shopId: string): Promise<EntityShopAnswer | undefined> =>
  entityShops(db).where('entity_shops.shop_id', '=', shopId).executeTakeFirst()

export async function listAssignedShopIds(db: Db): Promise<string[]> {
  return (await db.selectFrom('entity_shops').select('shop_id').orderBy('created_at').orderBy('id').execute()).map(({ shop_id }) => shop_id)
}

export async function listEntityShopMappings(db: Db, steps: ListSteps): Promise<EntityShopMappingAnswer[]> {
  const links = entityShops(db)
    .innerJoin('entities', 'entities.id', 'entity_shops.entity_id')
    .select(['entities.entity_name', 'entities.contact_name'])
    .orderBy('entity_shops.id')
  const rows = await readInSteps(steps, idOf, (above, limit) => links.where('entity_shops.id', '>', above).limit(limit).execute())
  return sortInSteps(steps, rows, (one, other) => byEntityName(one, other) || compare(one.shop_name, other.shop_name))
}

/** All employees of the entity, including those in shops that were unlinked since. */
export async function listEntityEmployees(db: Db, steps: ListSteps, caller: Caller, entityId: string): Promise<List<EmployeeListItem>> {
  await assertMayStaffEntity(db, caller, entityId)
  await assertEntity(db, entityId)
  const shops = await db
    .selectFrom('shops')
    .select(['id', 'name', 'code'])
    .where('id', 'in', db.selectFrom('employees').select('shop_id').where('entity_id', '=', entityId).where('deleted', '=', 0))
    .execute()
  const keys: { id: string; name: string; shopId: string }[] = []
  for (const { id: shopId } of shops) {
    const ofShop = await readKeys(db, steps, 'employees', shopId, ['name', 'entityId'], { way: 'feed' })
    for (const key of ofShop.filter((employee) => employee.entityId === entityId).sort(compareMade)) keys.push({ ...key, shopId })
  }
  const sorted = await sortInSteps(steps, keys, (one, other) => compare(one.name, other.name))
  const shopIdById = new Map(sorted.map(({ id, shopId }) => [id, shopId]))
  return {
    ids: [...shopIdById.keys()],
    read: async (ids) => {
      const items: EmployeeListItem[] = []
      for (const shop of shops)
        items.push(
          ...(
            await readRows(
              db,
              'employees',
              shop.id,
              ids.filter((id) => shopIdById.get(id) === shop.id),
            )
          ).map((employee) => employeeToListItem(employee, shop)),
        )
      return inOrder(ids, items)
    },
  }
}

async function assertEntity(db: Db, entityId: string): Promise<void> {
  if (!(await findEntity(db, entityId))) throw new AppError('NOT_FOUND', 'Entity not found')
}
