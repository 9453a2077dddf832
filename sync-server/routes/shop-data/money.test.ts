import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { deniedTexts } from '#schema/rules/access/denied-texts.ts'
import { expectRefusal, nowhere, openTestShop, rowOf, rowsOf } from '../../testing/test-shop.ts'

const shop = await openTestShop()
afterAll(() => shop.close())
beforeEach(() => shop.clock.advance(1000))

describe.each([
  ['payments', 'payment', 'Payment'],
  ['costs', 'cost', 'Cost'],
])('%s', (collection, noun, Noun) => {
  const amountKey = `${noun}Amount`
  const textKey = `${noun}Text`

  test('POST takes amounts as numbers or text and answers numbers', async () => {
    const { id: orderId } = await shop.createOrder()
    const post = async (body: object) => rowOf(await shop.ann.post(`${shop.api}/${collection}`, { orderId, ...body }))
    expect(await post({ [amountKey]: '19.90', [textKey]: ' Screen ', afterTax: true })).toMatchObject({
      [amountKey]: 19.9,
      [textKey]: 'Screen',
      afterTax: true,
    })
    expect(await post({ [amountKey]: 0.01 })).toMatchObject({ [amountKey]: 0.01, [textKey]: null, afterTax: false, createdAt: shop.clock.now().toISOString() })
    expect(await post({ [amountKey]: 99_999_999.99 })).toMatchObject({ [amountKey]: 99_999_999.99 })
    expect(rowsOf(await shop.ann.get(`${shop.api}/orders/${orderId}/${collection}`)).map((row) => row[amountKey])).toEqual([19.9, 0.01, 99_999_999.99])
  })

  test.each([
    [{ [amountKey]: '' }, `${Noun} amount is required`],
    [{}, `${Noun} amount is required`],
    [{ [amountKey]: null }, `${Noun} amount is required`],
    [{ [amountKey]: 0 }, `${Noun} amount must be a valid positive number`],
    [{ [amountKey]: -5 }, `${Noun} amount must be a valid positive number`],
    [{ [amountKey]: '1,50' }, `${Noun} amount must be a valid positive number`],
    [{ [amountKey]: 1.005 }, `${Noun} amount must be a valid positive number`],
    [{ [amountKey]: 100_000_000 }, `${Noun} amount must be a valid positive number`],
    [{ [amountKey]: '1e3' }, `${Noun} amount must be a valid positive number`],
  ])('POST with %o is refused: %s', async (body, message) => {
    const { id: orderId } = await shop.createOrder()
    expectRefusal(await shop.ann.post(`${shop.api}/${collection}`, { orderId, ...body }), 400, message, [amountKey])
  })

  test('POST needs the order', async () => {
    expectRefusal(await shop.ann.post(`${shop.api}/${collection}`, { [amountKey]: 5 }), 400, 'Order ID is required', ['orderId'])
    expectRefusal(await shop.ann.post(`${shop.api}/${collection}`, { orderId: '', [amountKey]: 5 }), 400, 'Order ID is required', ['orderId'])
  })

  test('the date is the given one if it parses, else now; a PUT keeps what is stored', async () => {
    const { id: orderId } = await shop.createOrder()
    const post = async (createdAt: unknown) => rowOf(await shop.ann.post(`${shop.api}/${collection}`, { orderId, [amountKey]: 5, createdAt }))
    const now = shop.clock.now().toISOString()
    expect((await post('2026-02-01'))['createdAt']).toBe('2026-02-01T00:00:00.000Z')
    for (const createdAt of ['soon', '', null, 12, '2026-13-45', '2026-02-31', '2026-02-30T10:00:00Z', '9999-12-31T23:59:59-05:00', undefined])
      expect((await post(createdAt))['createdAt']).toBe(now)
    const { id } = await post('2026-02-01T10:00:00Z')
    const put = async (body: object) => rowOf(await shop.ann.put(`${shop.api}/${collection}/${id}`, body))
    expect(await put({ [amountKey]: '7', createdAt: 'never' })).toMatchObject({ [amountKey]: 7, createdAt: '2026-02-01T10:00:00.000Z' })
    expect(await put({ createdAt: '2026-02-03T10:00:00Z', afterTax: true, [textKey]: 'x' })).toMatchObject({
      [amountKey]: 7,
      createdAt: '2026-02-03T10:00:00.000Z',
      afterTax: true,
    })
  })

  test('reading by dates is a report and needs view_report; days of the zone count, both ends included', async () => {
    const { id: orderId } = await shop.createOrder()
    const ids: string[] = []
    for (const createdAt of ['2025-05-01T03:30:00Z', '2025-05-02T12:00:00Z', '2025-05-04T03:30:00Z']) {
      ids.push(rowOf(await shop.ann.post(`${shop.api}/${collection}`, { orderId, [amountKey]: 5, createdAt })).id)
    }
    const [first, second, third] = ids
    const foundBy = async (query: string) => rowsOf(await shop.max.get(`${shop.api}/${collection}?${query}`)).map(({ id }) => id)
    expect(await foundBy('dateFrom=2025-05-01&dateTo=2025-05-03')).toEqual([first, second])
    expect(await foundBy('dateFrom=2025-05-01&dateTo=2025-05-03&timezone=America/New_York')).toEqual([second, third])
    expect(await foundBy('dateTo=2025-05-01')).toEqual([first])
    expect((await foundBy('dateFrom=&dateTo=&timezone=')).slice(0, 3)).toEqual(ids)
    for (const query of ['dateFrom=2025-05-01', 'dateTo=2025-05-01']) {
      expectRefusal(await shop.ann.get(`${shop.api}/${collection}?${query}`), 403, deniedTexts.reports)
    }
    expect((await shop.ann.get(`${shop.api}/${collection}?dateFrom=&timezone=UTC`)).status).toBe(200)
    expectRefusal(await shop.max.get(`${shop.api}/${collection}?dateFrom=2025-05-01&timezone=Nowhere`), 400, 'Timezone is not valid', ['timezone'])
    expectRefusal(await shop.max.get(`${shop.api}/${collection}?dateFrom=2025-02-30`), 400, 'Date must look like 2026-03-01', ['dateFrom'])
  })

  test('DELETE removes and restore brings back, for every member', async () => {
    const { id: orderId } = await shop.createOrder()
    const { id } = rowOf(await shop.ann.post(`${shop.api}/${collection}`, { orderId, [amountKey]: 5 }))
    expect(await shop.ann.delete(`${shop.api}/${collection}/${id}`)).toMatchObject({ status: 200, json: {} })
    expect((await shop.ann.get(`${shop.api}/${collection}/${id}`)).status).toBe(404)
    expect(rowOf(await shop.ann.post(`${shop.api}/${collection}/${id}/restore`))).toMatchObject({ id, [amountKey]: 5 })
  })
})

const pay = async (orderId: string, paymentAmount: number, more: object = {}) =>
  rowOf(await shop.ann.post(`${shop.api}/payments`, { orderId, paymentAmount, ...more }))

describe('method and kind of a payment (BAL-02)', () => {
  test('are none where nobody gave them, and are cleared by empty text', async () => {
    const { id: orderId } = await shop.createOrder()
    expect(await pay(orderId, 10)).toMatchObject({ method: null, kind: null })
    const { id } = await pay(orderId, 10, { method: 'card', kind: 'refund' })
    const put = async (body: object) => rowOf(await shop.ann.put(`${shop.api}/payments/${id}`, body))
    expect(await put({ paymentText: 'By a program' })).toMatchObject({ method: 'card', kind: 'refund', paymentText: 'By a program' })
    expect(await put({ method: '', kind: '' })).toMatchObject({ method: null, kind: null })
  })

  test.each([
    [{ method: 'cheque' }, 'Method must be one of cash, card, transfer, other', 'method'],
    [{ kind: 'payment' }, 'Kind must be one of refund', 'kind'],
    [{ kind: 'refund', paymentAmount: -5 }, 'Payment amount must be a valid positive number', 'paymentAmount'],
  ])('are refused where they are none of those: %o', async (body, message, path) => {
    const { id: orderId } = await shop.createOrder()
    expectRefusal(await shop.ann.post(`${shop.api}/payments`, { orderId, paymentAmount: 5, ...body }), 400, message, [path])
  })

  test('make a refund one by name in the activities', async () => {
    const { id: orderId } = await shop.createOrder()
    const { id } = await pay(orderId, 12.5, { kind: 'refund', method: 'cash' })
    shop.clock.advance(1000)
    rowOf(await shop.ann.put(`${shop.api}/payments/${id}`, { method: 'card' }))
    const [changed, created] = rowsOf(await shop.max.get(`${shop.api}/activities?limit=2`)).map(({ auditText }) => auditText)
    expect(created).toBe("Refund '$12.50' for order 'iPhone 12' of Carla created")
    expect(changed).toBe("Refund '$12.50' for order 'iPhone 12' of Carla: Method changed from 'cash' to 'card'")
  })
})

describe('the balance of an order (BAL-01)', () => {
  const read = (orderId: string) => shop.ann.get(`${shop.api}/orders/${orderId}/balance`)

  test('is the quote less what was paid, refunds given back, as deletions and changes leave it', async () => {
    const { id } = await shop.createOrder({ quotedCost: '120.50' })
    expect(rowOf(await read(id))).toMatchObject({ total: 120.5, paid: 0, balance: 120.5 })
    const first = await pay(id, 100.1)
    await pay(id, 30, { kind: 'refund' })
    expect(rowOf(await read(id))).toMatchObject({ total: 120.5, paid: 70.1, balance: 50.4 })
    await shop.ann.delete(`${shop.api}/payments/${first.id}`)
    expect(rowOf(await read(id))).toMatchObject({ total: 120.5, paid: -30, balance: 150.5 })
  })

  test('is that of the lines where the quote is no amount', async () => {
    const { id: orderId } = await shop.createOrder({ quotedCost: 'about 80' })
    const add = async (quantity: string, unitPrice: number) =>
      rowOf(await shop.ann.post(`${shop.api}/order-lines`, { orderId, description: 'Screen', quantity, unitPrice }))
    await add('1.5', 10.33)
    const { id } = await add('2', 40)
    await pay(orderId, 50)
    expect(rowOf(await read(orderId))).toMatchObject({ total: 95.5, paid: 50, balance: 45.5 })
    await shop.ann.delete(`${shop.api}/order-lines/${id}`)
    expect(rowOf(await read(orderId))).toMatchObject({ total: 15.5, paid: 50, balance: -34.5 })
  })

  test('is null where the quote is no amount; what was paid is known', async () => {
    const { id } = await shop.createOrder({ quotedCost: 'after diagnosis' })
    await pay(id, 20)
    expect(rowOf(await read(id))).toMatchObject({ total: null, paid: 20, balance: null })
  })

  test('of an order that is not in this shop is not found', async () => {
    expectRefusal(await read(nowhere), 404, 'Not found.')
  })
})
