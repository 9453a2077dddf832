import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { v7 } from 'uuid'
import { expectRefusal, openTestShop, rowsOf } from '../../testing/test-shop.ts'

const shop = await openTestShop()
afterAll(() => shop.close())
beforeEach(() => shop.clock.advance(1000))

describe('activities', () => {
  test('tell who did what, newest first, in pages that lose nothing', async () => {
    await shop.createOrder()
    shop.clock.advance(1000)
    await shop.createCustomer({ name: 'Newest' })
    expect(await shop.ann.get(`${shop.api}/activities`)).toMatchObject({ status: 403 })
    const all = rowsOf(await shop.max.get(`${shop.api}/activities`))
    expect(all[0]).toMatchObject({ auditText: "Customer 'Newest' created", userId: expect.any(String), createdAt: shop.clock.now().toISOString() })
    const seen: string[] = []
    let before: string | undefined
    for (let page = 0; page < 200; page++) {
      const rows = rowsOf(await shop.max.get(`${shop.api}/activities?limit=7${before === undefined ? '' : `&before=${before}`}`))
      if (rows.length === 0) break
      seen.push(...rows.map(({ id }) => id))
      before = rows.at(-1)?.['createdAt'] as string
    }
    expect(seen).toEqual(all.map(({ id }) => id))
    expectRefusal(await shop.max.get(`${shop.api}/activities?limit=0`), 400, 'limit must be a whole number from 1 to 5000', ['limit'])
  })

  test('that arrived late are found under the day of the mutation and under that of the arrival, and tell both', async () => {
    const doneAt = '2025-11-11T08:00:00.000Z'
    const from = shop.clock.now().toISOString()
    const late = { id: v7(), shopId: shop.shopId, at: doneAt, ops: [{ action: 'create', collection: 'customers', id: v7(), values: { name: 'Late Lena' } }] }
    const prompt = { ...late, id: v7(), at: from, ops: [{ ...late.ops[0], id: v7(), values: { name: 'Prompt Pia' } }] }
    expect(await shop.max.post('/api/sync/push', { deviceId: v7(), deviceTime: from, mutations: [late, prompt] })).toMatchObject({
      status: 200,
      json: { results: [{ outcome: 'applied' }, { outcome: 'applied' }] },
    })
    const find = async (query: string) => rowsOf(await shop.max.get(`${shop.api}/activities?${query}`)).map(({ auditText }) => auditText)
    const [first, second] = rowsOf(await shop.max.get(`${shop.api}/activities?from=${from}`))
    expect(first).toMatchObject({ auditText: "Customer 'Prompt Pia' created", createdAt: from, arrivedAt: null })
    expect(second).toMatchObject({ auditText: "Customer 'Late Lena' created", createdAt: doneAt, arrivedAt: from })
    expect(await find('from=2025-11-11T00:00:00Z&to=2025-11-12T00:00:00Z')).toEqual(["Customer 'Late Lena' created"])
    expect(await find(`from=2025-11-12T00:00:00Z&to=${from}&search=lena`)).toEqual([])
    expect(await find(`from=${from}&limit=1`)).toEqual(["Customer 'Prompt Pia' created"])
    expect(await find(`from=${from}&limit=1&before=${from}`)).toEqual(["Customer 'Late Lena' created"])
    expect(await find(`from=${from}&before=${doneAt}`)).toEqual([])
  })

  test('are found by the ticket of their order, as it is typed', async () => {
    const order = await shop.createOrder({ itemDetails: 'Gramophone' })
    const other = await shop.createOrder({ itemDetails: 'Jukebox' })
    const number = String(order['number'])
    for (const typed of [String(order['ticket']), `n${number}`, `N ${number}`]) {
      const found = rowsOf(await shop.max.get(`${shop.api}/activities?search=${encodeURIComponent(typed)}`))
      const ids = found.map((row) => row['orderId'])
      expect([ids.includes(order.id), ids.includes(other.id)]).toEqual([true, false])
    }
  })

  test('are searched in words of text and user, back to the first one, in pages', async () => {
    for (let index = 0; index < 12; index++) {
      await shop.createCustomer({ name: index % 4 === 0 ? `Zoë ${index}` : `Other ${index}` })
      shop.clock.advance(1000)
    }
    const find = async (query: string) =>
      rowsOf(await shop.max.get(`${shop.api}/activities?${query}`)).map(({ auditText, createdAt }) => ({ auditText, createdAt: String(createdAt) }))
    const texts = ["Customer 'Zoë 8' created", "Customer 'Zoë 4' created", "Customer 'Zoë 0' created"]
    const all = await find('search=zoe')
    expect(all.map(({ auditText }) => auditText)).toEqual(texts)
    const first = await find('search=ZOE&limit=2')
    expect(first.map(({ auditText }) => auditText)).toEqual(texts.slice(0, 2))
    expect(await find(`search=zoe&limit=2&before=${first.at(-1)?.createdAt}`)).toEqual(all.slice(2))
    expect(await find('search=zoe%20nothing')).toEqual([])
    expect((await find('search=zoe%20ann')).length + (await find('search=zoe%20max')).length).toBe(3)
    expect(await shop.ann.get(`${shop.api}/activities?search=zoe`)).toMatchObject({ status: 403 })
  })

  test('name customer and device, and lead to both', async () => {
    const order = await shop.createOrder({ itemDetails: 'Screen' })
    const [created] = rowsOf(await shop.max.get(`${shop.api}/activities?limit=1`))
    const { json: customer } = await shop.max.get(`${shop.api}/customers/${String(order['customerId'])}`)
    const { name } = customer as { name: string }
    expect(created).toMatchObject({ auditText: `Order 'Screen' of ${name} created`, orderId: order['id'], customerId: order['customerId'] })
    shop.clock.advance(1000)
    await shop.max.post(`${shop.api}/payments`, { orderId: order['id'], paymentAmount: 30 })
    const [paid] = rowsOf(await shop.max.get(`${shop.api}/activities?limit=1`))
    expect(paid).toMatchObject({ auditText: `Payment '$30.00' for order 'Screen' of ${name} created`, orderId: order['id'], customerId: order['customerId'] })
  })
})
