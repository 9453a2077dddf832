import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { carla, expectRefusal, fixed, lead, nowhere, openTestShop, rowOf, rowsOf } from '../../testing/test-shop.ts'

const shop = await openTestShop()
afterAll(() => shop.close())
beforeEach(() => shop.clock.advance(1000))

describe('orders', () => {
  test('POST takes the documented body: return is repeat, empty is null', async () => {
    const order = await shop.createOrder({
      assignedEmployeeId: '',
      quotedCost: '',
      dueTimestamp: '',
      priority: true,
      return: true,
      additionalRequests: '',
      orderNotes: 'Front desk',
    })
    expect(order).toMatchObject({
      shopId: shop.shopId,
      orderStatusId: lead,
      assignedEmployeeId: null,
      quotedCost: null,
      dueTimestamp: null,
      priority: true,
      repeat: true,
      additionalRequests: null,
      orderNotes: 'Front desk',
      statusChangedAt: shop.clock.now().toISOString(),
    })
    expect(order).not.toHaveProperty('return')
  })

  test('repeat wins over return; a quote may be a number; an offset becomes UTC', async () => {
    expect(
      await shop.createOrder({ return: true, repeat: false, quotedCost: 90.5, dueTimestamp: '2026-03-05T14:00:00+02:00', assignedEmployeeId: shop.employeeId }),
    ).toMatchObject({
      repeat: false,
      quotedCost: '90.5',
      dueTimestamp: '2026-03-05T12:00:00.000Z',
      assignedEmployeeId: shop.employeeId,
    })
  })

  test.each([
    [{ customerId: '' }, 'Customer ID is required', 'customerId'],
    [{ customerId: undefined }, 'Customer ID is required', 'customerId'],
    [{ orderStatusId: undefined }, 'Order status ID is required', 'orderStatusId'],
    [{ orderStatusId: '' }, 'Order status ID is required', 'orderStatusId'],
    [{ orderStatusId: 'in_progress' }, 'Status is not valid', 'orderStatusId'],
    [{ issueDescription: ' ' }, 'Issue description is required', 'issueDescription'],
    [{ itemDetails: undefined }, 'Item details is required', 'itemDetails'],
    [{ shopId: '' }, 'Shop ID is required', 'shopId'],
    [{ dueTimestamp: 'tomorrow' }, 'Due date is not a valid date', 'dueTimestamp'],
    [{ priority: 'yes' }, 'High priority must be true or false', 'priority'],
  ])('POST with %o is refused: %s', async (change, message, path) => {
    const { id: customerId } = await shop.createCustomer()
    const body = { customerId, orderStatusId: lead, itemDetails: 'iPhone', issueDescription: 'Glass', ...change }
    expectRefusal(await shop.ann.post(`${shop.api}/orders`, body), 400, message, [path])
  })

  test('ids of another shop or of nothing in a body are refused alike', async () => {
    const bob = await shop.server.client().signIn('bob')
    const foreign = rowOf(await bob.post(`/api/${shop.otherShopId}/customers`, carla))
    const [withForeign, withNothing] = await Promise.all(
      [foreign.id, nowhere].map((customerId) =>
        shop.ann.post(`${shop.api}/orders`, { customerId, orderStatusId: lead, itemDetails: 'iPhone', issueDescription: 'Glass' }),
      ),
    )
    expect(withForeign?.status).toBe(400)
    expect({ ...(withForeign?.json as object), requestId: '' }).toEqual({ ...(withNothing?.json as object), requestId: '' })
  })

  test('PUT is partial; absent keeps, null and empty clear', async () => {
    const order = await shop.createOrder({ quotedCost: '90', orderNotes: 'a', dueTimestamp: '2026-03-05T12:00:00.000Z', assignedEmployeeId: shop.employeeId })
    const put = async (body: object) => rowOf(await shop.ann.put(`${shop.api}/orders/${order.id}`, body))
    expect(await put({ quotedCost: '95' })).toMatchObject({
      quotedCost: '95',
      orderNotes: 'a',
      dueTimestamp: '2026-03-05T12:00:00.000Z',
      assignedEmployeeId: shop.employeeId,
    })
    expect(await put({ assignedEmployeeId: null })).toMatchObject({ assignedEmployeeId: null, quotedCost: '95' })
    expect(await put({ dueTimestamp: '', quotedCost: null, return: true })).toMatchObject({ dueTimestamp: null, quotedCost: null, repeat: true })
    expect(await put({})).toMatchObject({ repeat: true })
  })

  test('every change of status has its row in the history, equal ones are not doubled', async () => {
    const order = await shop.createOrder()
    shop.clock.advance(60_000)
    await shop.ann.put(`${shop.api}/orders/${order.id}`, { orderStatusId: fixed })
    await shop.ann.put(`${shop.api}/orders/${order.id}`, { orderStatusId: fixed, orderNotes: 'same status' })
    const history = rowsOf(await shop.ann.get(`${shop.api}/orders/${order.id}/status-history`))
    expect(history.map(({ orderStatusId }) => orderStatusId)).toEqual([lead, fixed])
    expect(history[1]).toMatchObject({ orderId: order.id, shopId: shop.shopId, createdAt: shop.clock.now().toISOString() })
  })

  test('days since the change of status count calendar days of the given zone', async () => {
    const order = await shop.createOrder()
    const changedAt = shop.clock.now()
    shop.clock.advance(2 * 86_400_000)
    const daysIn = async (query: string) =>
      rowsOf(await shop.ann.get(`${shop.api}/orders/days-since-status-change${query}`)).find(({ orderId }) => orderId === order.id)
    expect(await daysIn('')).toEqual({ orderId: order.id, daysSinceLastChange: 2 })
    expect(await daysIn('?timezone=')).toEqual({ orderId: order.id, daysSinceLastChange: 2 })
    shop.clock.advance(24 * 3_600_000 - (changedAt.getTime() % 86_400_000) - 3_600_000)
    expect(await daysIn('?timezone=UTC')).toMatchObject({ daysSinceLastChange: 2 })
    expect(await daysIn('?timezone=Asia/Tokyo')).toMatchObject({ daysSinceLastChange: 3 })
    expectRefusal(await shop.ann.get(`${shop.api}/orders/days-since-status-change?timezone=Mars/Base`), 400, 'Timezone is not valid', ['timezone'])
  })

  test('the list is in the documented order', async () => {
    const first = await shop.createOrder({ priority: true, dueTimestamp: '2026-01-01T00:00:00.000Z', itemDetails: 'most urgent' })
    await shop.createOrder({ itemDetails: 'least urgent' })
    expect(rowsOf(await shop.ann.get(`${shop.api}/orders`))[0]).toMatchObject({ id: first.id, itemDetails: 'most urgent' })
  })

  test('DELETE needs delete_order and takes what belongs to the order; restore brings it back', async () => {
    const order = await shop.createOrder()
    const payment = rowOf(await shop.ann.post(`${shop.api}/payments`, { orderId: order.id, paymentAmount: 10 }))
    expectRefusal(await shop.ann.delete(`${shop.api}/orders/${order.id}`), 403, 'You do not have permission to do this.')
    expect(await shop.max.delete(`${shop.api}/orders/${order.id}`)).toMatchObject({ status: 200, json: {} })
    for (const address of [`orders/${order.id}`, `payments/${payment.id}`, `orders/${order.id}/payments`, `orders/${order.id}/status-history`]) {
      expect((await shop.ann.get(`${shop.api}/${address}`)).status).toBe(404)
    }
    expect((await shop.ann.put(`${shop.api}/orders/${order.id}`, { orderNotes: 'late' })).json).toMatchObject({ code: 'DELETED' })
    expect((await shop.ann.post(`${shop.api}/orders/${order.id}/restore`)).status).toBe(403)
    expect(rowOf(await shop.max.post(`${shop.api}/orders/${order.id}/restore`))).toMatchObject({ id: order.id })
    expect(rowsOf(await shop.ann.get(`${shop.api}/orders/${order.id}/payments`))).toHaveLength(1)
  })
})
