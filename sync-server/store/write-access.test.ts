import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { v5, v7 } from 'uuid'
import { collectionByName, collectionNames, isCollectionName, type CollectionName } from '#schema/collections/index.ts'
import { create, createWorld, documentOf, mutation, orderValues, remove, restore, update, type World } from '../db/test-world.ts'
import { createRow } from './write-rows.ts'

type Values = Record<string, string | number | boolean | null>
type Ids = Record<CollectionName, string>

describe('access at the door', () => {
  let world: World
  let mine: string
  let theirs: string
  let user: string
  let other: string
  let myIds: Ids
  let theirIds: Ids

  beforeEach(async () => {
    world = await createWorld()
    mine = await world.addShop('Mine')
    theirs = await world.addShop('Theirs')
    user = await world.addUser({ shopIds: [mine] })
    other = await world.addUser({ shopIds: [theirs] })
    myIds = await fillShop(mine, user)
    theirIds = await fillShop(theirs, other)
  })
  afterEach(() => world.close())

  /** One row of every collection. */
  async function fillShop(shopId: string, userId: string): Promise<Ids> {
    const entityId = v7()
    await world.services.db.insertInto('entities').values({ id: entityId, entity_name: 'E', contact_name: 'C', created_at: 'x' }).execute()
    const caller = { ...(await world.caller(userId)), origin: 'administration' as const }
    const ids = Object.fromEntries(collectionNames.map((name) => [name, v7()])) as Ids
    const valuesOf = valuesByCollection(ids, entityId)
    ids.checklist_selections = v5(ids.checklist_items, ids.orders)
    const order: CollectionName[] = ['customers', 'employees', 'orders', 'tasks', 'payments', 'costs', 'categories', 'suppliers', 'products', 'checklist_items', 'checklist_selections']
    for (const name of order) await createRow(world.services, caller, shopId, name, valuesOf[name] ?? {}, { id: ids[name] })
    const activity = await world.services.reader.selectFrom('activities').select('id').where('shop_id', '=', shopId).executeTakeFirstOrThrow()
    return { ...ids, activities: activity.id }
  }

  const valuesByCollection = (ids: Ids, entityId: string): Partial<Record<CollectionName, Values>> => ({
    customers: { name: 'Very private person' },
    employees: { entityId, name: 'Very private person' },
    orders: orderValues(ids.customers, { itemDetails: 'Very private person', assignedEmployeeId: ids.employees }) as Values,
    tasks: { description: 'Very private person', orderId: ids.orders },
    payments: { orderId: ids.orders, paymentAmount: 5, paymentText: 'Very private person' },
    costs: { orderId: ids.orders, costAmount: 5, costText: 'Very private person' },
    categories: { name: 'Very private person' },
    suppliers: { supplierName: 'Very private person' },
    products: { name: 'Very private person', categoryHierarchyId: ids.categories, supplierId: ids.suppliers },
    checklist_items: { name: 'Very private person' },
    checklist_selections: { orderId: ids.orders, dropoffChecklistId: ids.checklist_items },
  })

  const stateOfTheirs = async () => {
    const rows = await Promise.all(collectionNames.map((name) => world.services.reader.selectFrom(name).selectAll().where('shop_id', '=', theirs).orderBy('seq').execute()))
    return JSON.stringify([rows, await world.services.reader.selectFrom('shop_feed').selectAll().where('shop_id', '=', theirs).execute()])
  }

  it('refuses every op on a shop that is not the caller\'s as on one that does not exist', async () => {
    const before = await stateOfTheirs()
    for (const name of collectionNames) {
      const id = theirIds[name]
      for (const op of [create(name, v7(), {}), update(name, id, {}), remove(name, id), restore(name, id)]) {
        const [real, invented] = await world.push(user, [mutation(theirs, [op]), mutation(v7(), [op])])
        expect(real).toMatchObject({ outcome: 'rejected', error: { code: 'FORBIDDEN' } })
        expect({ ...real, id: '' }).toEqual({ ...invented, id: '' })
        expect(real?.documents.map(({ document }) => Object.keys(document).sort())).toEqual([['_deleted', 'id']])
      }
    }
    expect(await stateOfTheirs()).toBe(before)
  })

  it.each(collectionNames)('answers for a row of another shop as for a row that does not exist: %s', async (name) => {
    const before = await stateOfTheirs()
    const invented = v7()
    for (const act of [(id: string) => update(name, id, {}), (id: string) => remove(name, id), (id: string) => restore(name, id)]) {
      const [foreign, absent] = await world.push(user, [mutation(mine, [act(theirIds[name])]), mutation(mine, [act(invented)])])
      expect(foreign?.outcome).toBe('rejected')
      expect(JSON.stringify({ ...foreign, id: '' })).toBe(JSON.stringify({ ...absent, id: '' }).replaceAll(invented, theirIds[name]))
    }
    expect(await stateOfTheirs()).toBe(before)
  })

  it('refuses to create under an id that another shop uses, without saying so', async () => {
    const [foreign] = await world.push(user, [mutation(mine, [create('customers', theirIds.customers, { name: 'A' })])])
    const [own] = await world.push(user, [mutation(mine, [create('customers', myIds.customers, { name: 'A' })])])
    expect(foreign?.error).toEqual(own?.error)
    expect(documentOf(foreign, theirIds.customers)).toEqual({ id: theirIds.customers, _deleted: true })
  })

  const referenceFields = collectionNames.flatMap((name): [CollectionName, string, CollectionName][] =>
    Object.entries(collectionByName[name].fields).flatMap(([field, { reference, writer }]) =>
      reference !== undefined && writer === 'client' && isCollectionName(reference.collection) ? [[name, field, reference.collection]] : [],
    ),
  )

  it.each(referenceFields)("refuses %s.%s that names another shop's row of %s, as if there were none", async (name, field, target) => {
    const caller = { ...(await world.caller(user)), origin: 'administration' as const }
    const entity = await world.services.reader.selectFrom('entities').select('id').executeTakeFirstOrThrow()
    const values = { ...valuesByCollection(myIds, entity.id)[name] }
    const attempt = async (referenced: string) => {
      const next: Values = { ...values, [field]: referenced }
      const id = name === 'checklist_selections' ? v5(String(next['dropoffChecklistId']), String(next['orderId'])) : v7()
      return createRow(world.services, caller, mine, name, next, { id }).catch((error: unknown) => error)
    }
    const foreign = await attempt(theirIds[target])
    expect(foreign).toMatchObject({ code: 'INVALID_REFERENCE', issues: [{ path: field }] })
    expect(foreign).toEqual(await attempt(v7()))
    if (collectionByName[name].access.update === 'nobody') return
    const [updated] = await world.push(user, [mutation(mine, [update(name, myIds[name], { [field]: [null, theirIds[target]] })])])
    expect(updated).toMatchObject({ outcome: 'rejected', error: { code: 'INVALID_REFERENCE' } })
    expect(JSON.stringify(updated).match(/Very private person/g)?.length ?? 0).toBeLessThanOrEqual(1)
  })

  it('needs the privilege for deleting and restoring orders and customers, and gives the row back', async () => {
    const clerk = await world.addUser({ shopIds: [mine], privileges: ['view_activity'] })
    for (const [name, id] of [['orders', myIds.orders], ['customers', myIds.customers]] as const) {
      for (const op of [remove(name, id), restore(name, id)]) {
        const [result] = await world.push(clerk, [mutation(mine, [op])])
        expect(result).toMatchObject({ outcome: 'rejected', error: { code: 'FORBIDDEN', message: 'You do not have permission to do this.' } })
        expect(documentOf(result, id)).toMatchObject({ id, shopId: mine, seq: expect.any(Number) })
      }
    }
  })

  it('lets nobody write activities, and only administration write employees and checklist items', async () => {
    for (const op of [create('activities', v7(), { auditText: 'x' }), update('activities', myIds.activities, { auditText: ['a', 'b'] }), remove('activities', myIds.activities)]) {
      expect((await world.push(user, [mutation(mine, [op])]))[0]?.error?.code).toBe('FORBIDDEN')
    }
    for (const name of ['employees', 'checklist_items'] as const) {
      for (const op of [create(name, v7(), { name: 'x' }), update(name, myIds[name], { name: ['a', 'b'] }), remove(name, myIds[name])]) {
        expect((await world.push(user, [mutation(mine, [op])]))[0]?.error?.code).toBe('FORBIDDEN')
      }
    }
    expect((await world.push(user, [mutation(mine, [remove('products', myIds.products)])]))[0]?.error?.code).toBe('FORBIDDEN')
  })

  it('shows a named activity only to somebody who may read activities', async () => {
    const clerk = await world.addUser({ shopIds: [mine], privileges: [] })
    const [result] = await world.push(clerk, [mutation(mine, [remove('activities', myIds.activities)])])
    expect(documentOf(result, myIds.activities)).toEqual({ id: myIds.activities, _deleted: true })
  })

  it('refuses and keeps what needed a privilege that was taken away meanwhile, and lets the rest land', async () => {
    await world.services.db.deleteFrom('users_privileges').where('user_id', '=', user).execute()
    const [deletion, edit] = await world.push(user, [mutation(mine, [remove('orders', myIds.orders)]), mutation(mine, [update('orders', myIds.orders, { quotedCost: [null, '1'] })])])
    expect([deletion?.outcome, edit?.outcome]).toEqual(['rejected', 'applied'])
    const kept = await world.services.reader.selectFrom('mutations').select('body').where('id', '=', deletion?.id ?? '').executeTakeFirst()
    expect(kept?.body).toContain(myIds.orders)
  })
})
