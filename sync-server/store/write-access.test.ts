import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { v5, v7 } from 'uuid'
import { collectionByName, collectionNames, isCollectionName, type CollectionName } from '#schema/collections/index.ts'
import { fileOf, onePixelPng } from '../testing/test-pictures.ts'
import { create, createWorld, documentOf, mutation, orderValues, remove, restore, update, type World } from '../testing/test-world.ts'
import { createRow } from './write-rows.ts'

type Values = Record<string, string | number | boolean | null>
type Ids = Record<CollectionName, string>

describe('access at the write path', () => {
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

  async function fillShop(shopId: string, userId: string): Promise<Ids> {
    const entityId = v7()
    await world.services.db.insertInto('entities').values({ id: entityId, entity_name: 'E', contact_name: 'C', created_at: 'x' }).execute()
    const caller = { ...(await world.caller(userId)), origin: 'administration' as const }
    const ids = Object.fromEntries(collectionNames.map((name) => [name, v7()])) as Ids
    const valuesOf = valuesByCollection(ids, entityId)
    ids.checklist_selections = v5(ids.checklist_items, ids.orders)
    const order: CollectionName[] = [
      'customers',
      'employees',
      'assets',
      'orders',
      'tasks',
      'till_days',
      'payments',
      'costs',
      'categories',
      'suppliers',
      'products',
      'checklist_items',
      'checklist_selections',
      'attachments',
      'passcode_views',
      'order_lines',
      'order_notes',
      'services',
      'tests',
      'test_results',
      'estimates',
      'invoices',
      'purchases',
      'purchase_lines',
      'stock_counts',
      'messages',
    ]
    for (const name of order) await createRow(world.services, caller, shopId, name, valuesOf[name] ?? {}, { id: ids[name] })
    const activity = await world.services.reader.selectFrom('activities').select('id').where('shop_id', '=', shopId).executeTakeFirstOrThrow()
    return { ...ids, activities: activity.id }
  }

  const valuesByCollection = (ids: Ids, entityId: string): Partial<Record<CollectionName, Values>> => ({
    customers: { name: 'Very private person' },
    employees: { entityId, name: 'Very private person' },
    orders: orderValues(ids.customers, { itemDetails: 'Very private person', assignedEmployeeId: ids.employees }) as Values,
    till_days: { name: 'Very private person' },
    tasks: { description: 'Very private person', orderId: ids.orders },
    payments: { orderId: ids.orders, paymentAmount: 5, paymentText: 'Very private person' },
    costs: { orderId: ids.orders, costAmount: 5, costText: 'Very private person' },
    categories: { name: 'Very private person' },
    suppliers: { supplierName: 'Very private person' },
    products: { name: 'Very private person', categoryHierarchyId: ids.categories, supplierId: ids.suppliers },
    assets: { customerId: ids.customers, model: 'Very private person' },
    passcode_views: { orderId: ids.orders },
    estimates: { orderId: ids.orders, note: 'Very private person' },
    invoices: { kind: 'invoice', orderId: ids.orders, note: 'Very private person' },
    messages: { orderId: ids.orders, to: '+15550102000', text: 'Very private person' },
    checklist_items: { name: 'Very private person' },
    checklist_selections: { orderId: ids.orders, dropoffChecklistId: ids.checklist_items },
    order_lines: { orderId: ids.orders, productId: ids.products, description: 'Very private person', quantity: 1, unitPrice: 5, fromStock: true },
    order_notes: { orderId: ids.orders, text: 'Very private person' },
    purchases: { supplierId: ids.suppliers, note: 'Very private person' },
    purchase_lines: { purchaseId: ids.purchases, productId: ids.products, quantity: 3 },
    stock_counts: { takeId: v7(), area: 'Very private person', productId: ids.products, counted: 2 },
    services: { name: 'Very private person' },
    tests: { name: 'Very private person', items: '["Very private person"]' },
    test_results: { orderId: ids.orders, testId: ids.tests, item: 'Very private person', phase: 'before', result: 'pass' },
    attachments: fileOf(ids.orders, onePixelPng, { caption: 'Very private person' }),
  })

  const stateOf = async (shopId: string) => {
    const rows = await Promise.all(
      collectionNames.map((name) => world.services.reader.selectFrom(name).selectAll().where('shop_id', '=', shopId).orderBy('seq').execute()),
    )
    return JSON.stringify([rows, await world.services.reader.selectFrom('shop_feed').selectAll().where('shop_id', '=', shopId).execute()])
  }
  const stateOfTheirs = () => stateOf(theirs)

  it("refuses every op on a shop that is not the caller's as on one that does not exist", async () => {
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
    for (const change of [(id: string) => update(name, id, {}), (id: string) => remove(name, id), (id: string) => restore(name, id)]) {
      const [foreign, absent] = await world.push(user, [mutation(mine, [change(theirIds[name])]), mutation(mine, [change(invented)])])
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

  it.each(referenceFields)("hazard 29: refuses %s.%s that names another shop's row of %s, as if there were none", async (name, field, target) => {
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
    // Files, estimates and invoices cannot move to another order.
    const staysWithOrder = ['attachments', 'estimates', 'invoices'].includes(name) || (name === 'messages' && field !== 'customerId')
    expect(updated).toMatchObject({ outcome: 'rejected', error: { code: staysWithOrder ? 'VALIDATION' : 'INVALID_REFERENCE' } })
    expect(JSON.stringify(updated).match(/Very private person/g)?.length ?? 0).toBeLessThanOrEqual(1)
  })

  it('needs the privilege for deleting and restoring orders and customers, and gives the row back', async () => {
    const clerk = await world.addUser({ shopIds: [mine], privileges: ['view_activity'] })
    for (const [name, id] of [
      ['orders', myIds.orders],
      ['customers', myIds.customers],
    ] as const) {
      for (const op of [remove(name, id), restore(name, id)]) {
        const [result] = await world.push(clerk, [mutation(mine, [op])])
        expect(result).toMatchObject({ outcome: 'rejected', error: { code: 'FORBIDDEN', message: 'You do not have permission to do this.' } })
        expect(documentOf(result, id)).toMatchObject({ id, shopId: mine, seq: expect.any(Number) })
      }
    }
  })

  it('lets nobody write activities, and only administration write employees and checklist items', async () => {
    for (const op of [
      create('activities', v7(), { auditText: 'x' }),
      update('activities', myIds.activities, { auditText: ['a', 'b'] }),
      remove('activities', myIds.activities),
    ]) {
      expect((await world.push(user, [mutation(mine, [op])]))[0]?.error?.code).toBe('FORBIDDEN')
    }
    for (const name of ['employees', 'checklist_items'] as const) {
      for (const op of [create(name, v7(), { name: 'x' }), update(name, myIds[name], { name: ['a', 'b'] }), remove(name, myIds[name])]) {
        expect((await world.push(user, [mutation(mine, [op])]))[0]?.error?.code).toBe('FORBIDDEN')
      }
    }
    expect((await world.push(user, [mutation(mine, [remove('products', myIds.products)])]))[0]?.error?.code).toBe('FORBIDDEN')
  })

  const closed: [CollectionName, string[]][] = [
    ['activities', ['create', 'update', 'delete', 'restore']],
    ['employees', ['create', 'update', 'delete', 'restore']],
    ['checklist_items', ['create', 'update', 'delete', 'restore']],
    ['products', ['delete', 'restore']],
    ['checklist_selections', ['update']],
    ['orders', ['delete', 'restore']],
    ['customers', ['delete', 'restore']],
  ]

  it.each(closed)(
    'hazard 33: refuses a push by somebody without access to %s, alone or hidden behind a good op, and all data stays as it was',
    async (name, actions) => {
      const clerk = await world.addUser({ shopIds: [mine], privileges: ['view_entity_setting'] })
      const before = await stateOf(mine)
      const id = myIds[name]
      const opByAction: Record<string, object> = {
        create: create(name, v7(), { name: 'x', auditText: 'x' }),
        update: update(name, id, { name: ['Very private person', 'x'] }),
        delete: remove(name, id),
        restore: restore(name, id),
      }
      for (const action of actions) {
        const op = opByAction[action]
        const results = await world.push(clerk, [mutation(mine, [op]), mutation(mine, [update('orders', myIds.orders, { quotedCost: [null, '1'] }), op])])
        for (const result of results)
          expect(result).toMatchObject({ outcome: 'rejected', error: { code: 'FORBIDDEN', message: 'You do not have permission to do this.' } })
        if (name === 'activities') expect(documentOf(results[0], id) ?? { id, _deleted: true }).toEqual({ id, _deleted: true })
      }
      expect(await stateOf(mine)).toBe(before)
      const kept = await world.services.reader.selectFrom('mutations').select('id').where('user_id', '=', clerk).where('outcome', '=', 'rejected').execute()
      expect(kept).toHaveLength(actions.length * 2)
    },
  )

  it('hazard 33: passes over fields that only the server writes and refuses access codes, so that none of them changes', async () => {
    const hash = 'the hash of the code'
    await world.services.db.updateTable('customers').set({ has_access_code: 1, access_code_hash: hash }).where('id', '=', myIds.customers).execute()
    const before = await stateOf(mine)
    const customer = { hasAccessCode: [true, false], accessCodeHash: [hash, 'sesame'], shopId: [mine, mine], seq: [1, 2] } as const
    const [passedOver] = await world.push(user, [mutation(mine, [update('customers', myIds.customers, customer)])])
    expect(passedOver).toMatchObject({ outcome: 'applied' })
    expect(documentOf(passedOver, myIds.customers)).toMatchObject({ hasAccessCode: true })
    const [order] = await world.push(user, [mutation(mine, [update('orders', myIds.orders, { statusChangedAt: ['x', '2001-01-01T00:00:00.000Z'] })])])
    expect(order?.outcome).toBe('applied')
    for (const name of ['customerAccessCode', 'access_code_hash', 'password']) {
      const refused = await world.push(user, [
        mutation(mine, [update('customers', myIds.customers, { [name]: [null, 'sesame'], name: ['Very private person', 'Renamed'] })]),
        mutation(mine, [create('customers', v7(), { name: 'With a code', [name]: 'sesame' })]),
      ])
      for (const result of refused) expect(result).toMatchObject({ outcome: 'rejected', error: { code: 'VALIDATION' } })
      expect(JSON.stringify(refused)).not.toContain(hash)
    }
    expect(await stateOf(mine)).toBe(before)
    const [made] = await world.push(user, [mutation(mine, [create('customers', v7(), { name: 'Without', hasAccessCode: true, accessCodeHash: 'sesame' })])])
    expect(made?.documents[0]?.document).toMatchObject({ name: 'Without', hasAccessCode: false })
    expect(JSON.stringify(await world.services.reader.selectFrom('mutations').selectAll().execute())).not.toContain('sesame')
  })

  it('shows a named activity only to somebody who may read activities', async () => {
    const clerk = await world.addUser({ shopIds: [mine], privileges: [] })
    const [result] = await world.push(clerk, [mutation(mine, [remove('activities', myIds.activities)])])
    expect(documentOf(result, myIds.activities)).toEqual({ id: myIds.activities, _deleted: true })
  })

  it('refuses and keeps what needed a privilege that was taken away meanwhile, and lets the rest land', async () => {
    await world.services.db.deleteFrom('users_privileges').where('user_id', '=', user).execute()
    const [deletion, edit] = await world.push(user, [
      mutation(mine, [remove('orders', myIds.orders)]),
      mutation(mine, [update('orders', myIds.orders, { quotedCost: [null, '1'] })]),
    ])
    expect([deletion?.outcome, edit?.outcome]).toEqual(['rejected', 'applied'])
    const kept = await world.services.reader
      .selectFrom('mutations')
      .select('body')
      .where('id', '=', deletion?.id ?? '')
      .executeTakeFirst()
    expect(kept?.body).toContain(myIds.orders)
  })
})
