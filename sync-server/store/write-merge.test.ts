import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { contentOf, create, createWorld, listActivityTexts, mutation, orderValues, remove, statusId, update, type World } from '../testing/test-world.ts'
import { isCollectionName } from '#schema/collections/index.ts'
import { readCaller } from '../queries/people/read-caller.ts'
import { pullPage } from '../feed/pull.ts'
import { listStatusHistory } from '../queries/rows/read-rows.ts'
import { updateRow } from './write-rows.ts'

describe('changes of two devices that meet', () => {
  let world: World
  let shopId: string
  let ada: string
  let ben: string
  const customerId = v7()
  const orderId = v7()

  beforeEach(async () => {
    world = await createWorld()
    shopId = await world.addShop()
    ada = await world.addUser({ shopIds: [shopId], name: 'Ada' })
    ben = await world.addUser({ shopIds: [shopId], name: 'Ben' })
    const order = orderValues(customerId, { quotedCost: '80', orderNotes: 'first line\nlast line' })
    await world.push(ada, [mutation(shopId, [create('customers', customerId, { name: 'Mary' }), create('orders', orderId, order)])])
  })
  afterEach(() => world.close())

  const push = async (userId: string, ...ops: unknown[]) => (await world.push(userId, [mutation(shopId, ops)], { deviceId: userId }))[0]
  const lastActivity = async () => (await listActivityTexts(world, shopId)).at(-1)

  it('hazard 13: keep both when they are about different fields, and name both', async () => {
    await push(ada, update('orders', orderId, { quotedCost: ['80', '90'] }))
    const result = await push(ben, update('orders', orderId, { priority: [false, true] }))
    expect(contentOf(result, orderId)).toMatchObject({ quotedCost: '90', priority: true })
    expect((await listActivityTexts(world, shopId)).slice(-2)).toEqual([
      "Order 'iPhone 12' of Mary: Quoted cost changed from '80' to '90'",
      "Order 'iPhone 12' of Mary: High priority changed from 'no' to 'yes'",
    ])
  })

  it('hazard 14: leave the later arrival in the same field, and name the value that it replaced', async () => {
    await push(ada, update('orders', orderId, { quotedCost: ['80', '85'] }))
    const result = await push(ben, update('orders', orderId, { quotedCost: ['80', '90'] }))
    expect(contentOf(result, orderId)).toMatchObject({ quotedCost: '90' })
    expect(await lastActivity()).toBe("Order 'iPhone 12' of Mary: Quoted cost set to '90' (replaced '85' set meanwhile)")
  })

  it('agree silently when both set the same value', async () => {
    await push(ada, update('orders', orderId, { quotedCost: ['80', '90'] }))
    const count = (await listActivityTexts(world, shopId)).length
    expect((await push(ben, update('orders', orderId, { quotedCost: ['80', '90'] })))?.outcome).toBe('applied')
    expect(await listActivityTexts(world, shopId)).toHaveLength(count)
  })

  it('hazard 15: keep both texts of a note, and tell no content of it', async () => {
    await push(ada, update('orders', orderId, { orderNotes: ['first line\nlast line', 'first line\nfrom the lab\nlast line'] }))
    const result = await push(ben, update('orders', orderId, { orderNotes: ['first line\nlast line', 'first line\nlast line\nfrom the desk'] }))
    expect(contentOf(result, orderId)['orderNotes']).toBe('first line\nfrom the lab\nlast line\nfrom the desk')
    expect(await lastActivity()).toBe("Order 'iPhone 12' of Mary: Order notes changed")
  })

  it('keep both where they wrote into the same line, what the server had first', async () => {
    await push(ada, update('orders', orderId, { orderNotes: ['first line\nlast line', 'first line of Ada\nlast line'] }))
    const result = await push(ben, update('orders', orderId, { orderNotes: ['first line\nlast line', 'first line of Ben\nlast line'] }))
    expect(contentOf(result, orderId)['orderNotes']).toBe('first line of Ada\nfirst line of Ben\nlast line')
  })

  it('refuse a note that grows too long by merging, and keep what was sent', async () => {
    await push(ada, update('orders', orderId, { orderNotes: ['first line\nlast line', 'a'.repeat(15_000)] }))
    const result = await push(ben, update('orders', orderId, { orderNotes: ['first line\nlast line', 'b'.repeat(15_000)] }))
    expect(result?.error).toMatchObject({ code: 'VALIDATION', issues: [{ path: 'orderNotes' }] })
    const kept = await world.services.reader
      .selectFrom('mutations')
      .select('body')
      .where('id', '=', result?.id ?? '')
      .executeTakeFirst()
    expect(kept?.body).toContain('b'.repeat(15_000))
  })

  it('hazard 16: add up counts as differences, stop at 0, and name the floor', async () => {
    const [categoryId, productId] = [v7(), v7()]
    await push(
      ada,
      create('categories', categoryId, { name: 'Parts' }),
      create('products', productId, { name: 'Screen', categoryHierarchyId: categoryId, inventoryCount: 1 }),
    )
    await push(ada, update('products', productId, { inventoryCount: [1, 0] }))
    const emptied = await push(ben, update('products', productId, { inventoryCount: [1, 0] }))
    expect(contentOf(emptied, productId)).toMatchObject({ inventoryCount: 0 })
    expect(await lastActivity()).toBe("Product 'Screen': Inventory count changed from '0' to '0' (stopped at 0, more was taken than was left)")
    const counted = await push(ada, update('products', productId, { inventoryCount: [1, 11] }))
    expect(contentOf(counted, productId)).toMatchObject({ inventoryCount: 10 })
    expect(contentOf(await push(ben, update('products', productId, { inventoryCount: [10, 7] })), productId)).toMatchObject({ inventoryCount: 7 })
  })

  it('refuse a count whose seen value is no number', async () => {
    const [categoryId, productId] = [v7(), v7()]
    await push(ada, create('categories', categoryId, { name: 'Parts' }), create('products', productId, { name: 'Screen', categoryHierarchyId: categoryId }))
    expect((await push(ada, update('products', productId, { inventoryCount: [{ a: 1 }, 3] })))?.error?.code).toBe('VALIDATION')
  })

  it('take a seen date or amount that is only spelled otherwise as the same', async () => {
    const id = v7()
    await push(ada, create('costs', id, { orderId, costAmount: 10 }), update('orders', orderId, { dueTimestamp: [null, '2026-04-01T08:00:00.000Z'] }))
    await push(ben, update('costs', id, { costAmount: ['10.00', '12.5'] }))
    await push(ben, update('orders', orderId, { dueTimestamp: ['2026-04-01T10:00:00+02:00', '2026-04-02T08:00:00.000Z'] }))
    expect((await listActivityTexts(world, shopId)).slice(-2)).toEqual([
      "Cost '$10.00' for order 'iPhone 12' of Mary: Amount changed from '$10.00' to '$12.50'",
      "Order 'iPhone 12' of Mary: Due date changed from '2026-04-01T08:00:00.000Z' to '2026-04-02T08:00:00.000Z'",
    ])
  })

  it('hazard 17: let a deletion win over an edit, whichever arrives first', async () => {
    await push(ada, remove('orders', orderId))
    expect((await push(ben, update('orders', orderId, { quotedCost: ['80', '1'] })))?.error?.code).toBe('DELETED')
    const other = v7()
    await push(ada, create('orders', other, orderValues(customerId)))
    await push(ben, update('orders', other, { quotedCost: [null, '1'] }))
    expect((await push(ada, remove('orders', other)))?.outcome).toBe('applied')
  })

  it('hazard 20: keep a row per status hop, with the names of the statuses in the activities', async () => {
    const hop = (from: keyof typeof statusId, to: keyof typeof statusId, at: string) =>
      mutation(shopId, [update('orders', orderId, { orderStatusId: [statusId[from], statusId[to]] })], at)
    world.now = new Date('2026-03-02T12:00:00.000Z')
    const results = await world.push(ada, [
      hop('Dropped Off', 'Diagnosis', '2026-03-02T10:00:00.000Z'),
      hop('Diagnosis', 'In Progress', '2026-03-02T10:30:00.000Z'),
      hop('In Progress', 'Fixed', '2026-03-02T11:00:00.000Z'),
    ])
    expect(contentOf(results[2], orderId)).toMatchObject({ orderStatusId: statusId.Fixed, statusChangedAt: '2026-03-02T11:00:00.000Z' })
    expect((await listStatusHistory(world.services.reader, shopId, orderId)).map(({ orderStatusId, createdAt }) => [orderStatusId, createdAt])).toEqual([
      [statusId['Dropped Off'], '2026-03-02T09:00:00.000Z'],
      [statusId.Diagnosis, '2026-03-02T10:00:00.000Z'],
      [statusId['In Progress'], '2026-03-02T10:30:00.000Z'],
      [statusId.Fixed, '2026-03-02T11:00:00.000Z'],
    ])
    expect(await lastActivity()).toBe("Order 'iPhone 12' of Mary: Status changed from 'In Progress' to 'Fixed'")
  })

  it('by REST are made against the current value', async () => {
    await push(ada, update('orders', orderId, { orderNotes: ['first line\nlast line', 'of Ada'] }))
    const caller = { ...(await world.caller(ben)), origin: 'rest' as const }
    const order = await updateRow(world.services, caller, shopId, 'orders', orderId, { orderNotes: 'of Ben', quotedCost: '81' })
    expect(order).toMatchObject({ orderNotes: 'of Ben', quotedCost: '81', priority: false })
    expect(await lastActivity()).toBe("Order 'iPhone 12' of Mary: Quoted cost changed from '80' to '81', Order notes changed")
    await expect(updateRow(world.services, caller, shopId, 'orders', v7(), { quotedCost: '1' })).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 })
    await expect(updateRow(world.services, caller, shopId, 'orders', orderId, { itemDetails: '' })).rejects.toMatchObject({
      code: 'VALIDATION',
      issues: [{ path: 'itemDetails' }],
    })
  })

  it('never carry a secret into the audit text or onto the wire', async () => {
    const caller = { ...(await world.caller(ada)), origin: 'rest' as const }
    const customer = await updateRow(
      world.services,
      caller,
      shopId,
      'customers',
      customerId,
      {},
      { serverValues: { hasAccessCode: true, accessCodeHash: 'argon2-secret' } },
    )
    expect(customer).toMatchObject({ hasAccessCode: true })
    expect(JSON.stringify(customer)).not.toContain('argon2-secret')
    expect(await lastActivity()).toBe("Customer 'Mary': Has access code changed from 'no' to 'yes', Access code changed")
    const stored = await world.services.reader.selectFrom('customers').select('access_code_hash').where('id', '=', customerId).executeTakeFirst()
    expect(stored?.access_code_hash).toBe('argon2-secret')
    const ledger = await world.services.reader.selectFrom('mutations').selectAll().execute()
    expect(JSON.stringify(ledger)).not.toContain('argon2-secret')
    const [pushed] = await world.push(ada, [
      mutation(shopId, [update('customers', customerId, { accessCodeHash: [null, 'mine'], hasAccessCode: [true, false] })]),
    ])
    expect(pushed?.outcome).toBe('applied')
    expect(contentOf(pushed, customerId)).toMatchObject({ hasAccessCode: true })
  })

  it('are answered exactly as a pull gives them afterwards', async () => {
    const [categoryId, productId, costId] = [v7(), v7(), v7()]
    world.now = new Date('2026-03-02T12:00:00.000Z')
    const results = await world.push(ada, [
      mutation(shopId, [
        create('categories', categoryId, { name: 'Parts' }),
        create('products', productId, { name: 'Screen', categoryHierarchyId: categoryId, inventoryCount: 4, salePrice: '9.99' }),
      ]),
      mutation(shopId, [create('costs', costId, { orderId, costAmount: 3 })]),
      mutation(shopId, [
        update('products', productId, { inventoryCount: [5, 3], salePrice: [9.99, 19.9], costPrice: [null, '0.1'], description: [null, 'a\nb'] }),
      ]),
      mutation(
        shopId,
        [
          update('orders', orderId, {
            orderStatusId: [statusId['Dropped Off'], statusId.Fixed],
            dueTimestamp: [null, '2026-05-01T10:00:00+02:00'],
            repeat: [false, true],
            quotedCost: ['80', ''],
          }),
        ],
        '2026-03-02T11:00:00.000Z',
      ),
      mutation(shopId, [
        update('costs', costId, { costAmount: [3, '4.50'], createdAt: ['x', '2026-01-01T00:00:00+01:00'] }),
        update('customers', customerId, { name: ['Mary', 'Moll'] }),
      ]),
      mutation(shopId, [update('customers', customerId, { phone: [null, '555 123 456'] }), create('tasks', v7(), { description: '' })]),
    ])
    expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied', 'applied', 'applied', 'rejected'])
    for (const { collection, document } of results.flatMap(({ documents }) => documents)) {
      if (!isCollectionName(collection) || '_deleted' in document) continue
      const page = await pullPage(world.services, await readCaller(world.services.reader, ada), { collection, limit: 100, checkpoint: {} })
      expect(JSON.stringify(document)).toBe(JSON.stringify(page.documents.find(({ id }) => id === document.id)))
    }
  })
})
