import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { contentOf, create, createWorld, documentOf, listActivityTexts, mutation, orderValues, remove, update, type World } from '../testing/test-world.ts'

describe('the ledger of mutations', () => {
  let world: World
  let shopId: string
  let ada: string
  let ben: string
  const customerId = v7()
  const orderId = v7()

  beforeEach(async () => {
    world = await createWorld()
    shopId = await world.addShop()
    ada = await world.addUser({ shopIds: [shopId] })
    ben = await world.addUser({ shopIds: [shopId], privileges: [] })
    await world.push(ada, [mutation(shopId, [create('customers', customerId, { name: 'Mary' }), create('orders', orderId, orderValues(customerId))])])
  })
  afterEach(() => world.close())

  const counts = async () => {
    const { reader } = world.services
    const feed = await reader.selectFrom('shop_feed').select('seq').where('shop_id', '=', shopId).executeTakeFirst()
    return {
      seq: feed?.seq,
      activities: (await listActivityTexts(world, shopId)).length,
      mutations: (await reader.selectFrom('mutations').select('id').execute()).length,
    }
  }
  const ledgerOf = (id: string) => world.services.reader.selectFrom('mutations').selectAll().where('id', '=', id).executeTakeFirst()

  it('hazard 1: gives the same outcome without effect when a mutation comes again, and lets a later change of somebody else stand', async () => {
    const raise = mutation(shopId, [update('orders', orderId, { quotedCost: [null, '90'] })])
    const [first] = await world.push(ada, [raise])
    expect(contentOf(first, orderId)).toMatchObject({ quotedCost: '90' })
    await world.push(ben, [mutation(shopId, [update('orders', orderId, { quotedCost: ['90', '95'] })])])
    const before = await counts()
    const [again] = await world.push(ada, [raise])
    expect(again).toMatchObject({ id: raise.id, outcome: 'applied' })
    expect(contentOf(again, orderId)).toMatchObject({ quotedCost: '95' })
    expect(await counts()).toEqual(before)
  })

  it('decides once when the same mutation stands in one push several times', async () => {
    const payment = mutation(shopId, [create('payments', v7(), { orderId, paymentAmount: 5 })])
    const results = await world.push(ada, [payment, payment, payment])
    expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied'])
    expect(await world.services.reader.selectFrom('payments').select('id').execute()).toHaveLength(1)
  })

  it('hazard 2: has one effect when twenty sends race', async () => {
    const payment = mutation(shopId, [create('payments', v7(), { orderId, paymentAmount: 5 })])
    const results = await Promise.all(Array.from({ length: 20 }, () => world.push(ada, [payment])))
    expect(new Set(results.map(([result]) => JSON.stringify(result))).size).toBe(1)
    expect(await world.services.reader.selectFrom('payments').select('id').execute()).toHaveLength(1)
  })

  it('gives a stored refusal again, though it would pass now', async () => {
    const early = mutation(shopId, [remove('customers', customerId)])
    expect((await world.push(ada, [early]))[0]?.error?.code).toBe('FOREIGN_KEY_VIOLATION')
    await world.push(ada, [mutation(shopId, [remove('orders', orderId)])])
    expect((await world.push(ada, [early]))[0]).toMatchObject({ outcome: 'rejected', error: { code: 'FOREIGN_KEY_VIOLATION' } })
  })

  it('tells a stored outcome only to the user who sent it', async () => {
    const raise = mutation(shopId, [update('orders', orderId, { quotedCost: [null, '90'] })])
    await world.push(ada, [raise])
    const before = await counts()
    expect((await world.push(ben, [raise]))[0]).toMatchObject({ outcome: 'rejected', error: { code: 'FORBIDDEN' } })
    expect(await counts()).toEqual(before)
    expect(await ledgerOf(raise.id)).toMatchObject({ user_id: ada, outcome: 'applied' })
  })

  it('reads the documents of a stored outcome under the rights of now', async () => {
    const raise = mutation(shopId, [update('orders', orderId, { quotedCost: [null, '90'] })])
    await world.push(ben, [raise])
    await world.services.db.deleteFrom('shop_users').where('user_id', '=', ben).execute()
    expect((await world.push(ben, [raise]))[0]).toEqual({
      id: raise.id,
      outcome: 'rejected',
      error: { code: 'FORBIDDEN', message: 'You do not have permission to do this.' },
      documents: [{ collection: 'orders', document: { id: orderId, _deleted: true } }],
    })
  })

  it('keeps a refused mutation with who, when, why and all that was typed, and an accepted one without its content', async () => {
    world.now = new Date('2026-03-02T10:00:00.000Z')
    const bad = mutation(
      shopId,
      [update('orders', orderId, { orderNotes: [null, 'typed with care'], itemDetails: ['iPhone 12', ''] })],
      '2026-03-02T09:59:00.000Z',
    )
    const good = mutation(shopId, [update('orders', orderId, { orderNotes: [null, 'fine'] })])
    const [refused] = await world.push(ada, [bad, good])
    expect(refused).toMatchObject({ outcome: 'rejected', error: { code: 'VALIDATION', message: 'Item details is required' } })
    expect(await ledgerOf(bad.id)).toMatchObject({
      shop_id: shopId,
      user_id: ada,
      device_id: 'device-1',
      received_at: '2026-03-02T10:00:00.000Z',
      outcome: 'rejected',
    })
    expect(JSON.parse((await ledgerOf(bad.id))?.body ?? '')).toEqual(bad)
    expect(JSON.parse((await ledgerOf(bad.id))?.error ?? '')).toMatchObject({ code: 'VALIDATION' })
    expect(await ledgerOf(good.id)).toMatchObject({ outcome: 'applied', error: null, body: null })
  })

  it('keeps a refused mutation also when its shop is unknown or its shape is broken', async () => {
    const foreign = mutation(v7(), [create('customers', v7(), { name: 'typed' })])
    const broken = { ...mutation(shopId, []), note: 'typed too' }
    const results = await world.push(ada, [foreign, broken])
    expect(results.map(({ error }) => error?.code)).toEqual(['FORBIDDEN', 'VALIDATION'])
    expect(JSON.parse((await ledgerOf(foreign.id))?.body ?? '')).toEqual(foreign)
    expect(JSON.parse((await ledgerOf(broken.id))?.body ?? '')).toEqual(broken)
  })

  it('hazard 4: lets 99 land around one that is refused, in the given order, without a gap in the feed', async () => {
    const start = (await counts()).seq ?? 0
    const mutations = Array.from({ length: 100 }, (_, index) =>
      mutation(shopId, [create('tasks', v7(), { description: `Task ${index}` }), ...(index === 50 ? [create('tasks', v7(), { description: '' })] : [])]),
    )
    const results = await world.push(ada, mutations)
    expect(results.map(({ id }) => id)).toEqual(mutations.map(({ id }) => id))
    expect(results.flatMap(({ outcome }, index) => (outcome === 'rejected' ? [index] : []))).toEqual([50])
    expect((await counts()).seq).toBe(start + 99 * 2)
    const tasks = await world.services.reader.selectFrom('tasks').select('description').orderBy('seq').execute()
    expect(tasks.map(({ description }) => description)).toEqual(Array.from({ length: 100 }, (_, index) => `Task ${index}`).filter((_, index) => index !== 50))
  })

  it('hazard 5: reports a refused create with everything that builds on it, and each keeps its content', async () => {
    const [newCustomer, newOrder] = [v7(), v7()]
    const results = await world.push(ada, [
      mutation(shopId, [create('customers', newCustomer, { name: '' })]),
      mutation(shopId, [create('orders', newOrder, orderValues(newCustomer))]),
      mutation(shopId, [create('payments', v7(), { orderId: newOrder, paymentAmount: 10 })]),
      mutation(shopId, [update('orders', orderId, { quotedCost: [null, '1'] })]),
    ])
    expect(results.map(({ outcome }) => outcome)).toEqual(['rejected', 'rejected', 'rejected', 'applied'])
    const kept = await world.services.reader.selectFrom('mutations').select('body').where('outcome', '=', 'rejected').execute()
    expect(kept.every(({ body }) => body !== null)).toBe(true)
  })

  it.each([
    ['null', null],
    ['a text', 'hello'],
    ['a list', []],
    ['no id', { shopId: v7(), at: '2026-03-02T09:00:00.000Z', ops: [] }],
    ['an id that is no uuid', { id: 'abc', shopId: v7(), at: '2026-03-02T09:00:00.000Z', ops: [] }],
    ['a time that is no time', { ...mutation(v7(), [remove('orders', v7())]), at: 'yesterday' }],
    ['an unknown action', mutation(v7(), [{ action: 'drop', collection: 'orders', id: v7() }])],
    [
      'too many ops',
      mutation(
        v7(),
        Array.from({ length: 501 }, () => remove('orders', v7())),
      ),
    ],
    ['more than 256 KiB', mutation(v7(), [create('customers', v7(), { name: 'x', customerNotes: 'ä'.repeat(140_000) })])],
    ['an endlessly nested value', mutation(v7(), [create('customers', v7(), { name: JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) })])],
    ['a change without its new value', mutation(v7(), [{ action: 'update', collection: 'orders', id: v7(), changes: { quotedCost: { from: null } } }])],
  ])('refuses %s alone', async (_title, raw) => {
    const good = mutation(shopId, [create('tasks', v7(), { description: 'x' })])
    const [bad, fine] = await world.push(ada, [raw, good])
    expect(bad).toMatchObject({ id: expect.any(String), outcome: 'rejected', documents: expect.any(Array) })
    expect(['VALIDATION', 'PAYLOAD_TOO_LARGE']).toContain(bad?.error?.code)
    expect(fine?.outcome).toBe('applied')
  })

  it('answers the present state of the rows that a broken mutation names, so that the device can go back to it', async () => {
    const raw = { ...mutation(shopId, [update('orders', orderId, { quotedCost: [null, '1'] })]), at: 'never' }
    const [result] = await world.push(ada, [raw])
    expect(documentOf(result, orderId)).toMatchObject({ id: orderId, itemDetails: 'iPhone 12' })
  })

  it('takes nothing from a field called __proto__', async () => {
    const id = v7()
    const raw = mutation(shopId, [
      JSON.parse(`{"action":"create","collection":"customers","id":"${id}","values":{"name":"A","__proto__":{"hasAccessCode":true}}}`),
    ])
    const [result] = await world.push(ada, [raw])
    expect(contentOf(result, id)).toMatchObject({ name: 'A', hasAccessCode: false })
    expect(Object.prototype).not.toHaveProperty('hasAccessCode')
  })
})
