import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal, lead, openTestShop, rowOf, rowsOf } from '../../testing/test-shop.ts'

const shop = await openTestShop()
afterAll(() => shop.close())
beforeEach(() => shop.clock.advance(1000))

describe('tasks', () => {
  test('of an order need it; those of the shop have none', async () => {
    const order = await shop.createOrder()
    const task = rowOf(
      await shop.ann.post(`${shop.api}/tasks`, { orderId: order.id, description: 'Order glass', dueTimestamp: '', assignedEmployeeId: shop.employeeId }),
    )
    expect(task).toMatchObject({ orderId: order.id, description: 'Order glass', dueTimestamp: null, assignedEmployeeId: shop.employeeId, completed: false })
    for (const orderId of [undefined, '', null]) {
      expectRefusal(await shop.ann.post(`${shop.api}/tasks`, { description: 'x', orderId }), 400, 'orderId required for order tasks', ['orderId'])
    }
    const shopTask = rowOf(
      await shop.ann.post(`${shop.api}/shop-tasks`, { description: 'Sweep', assignedEmployeeId: null, completed: false, dueTimestamp: '' }),
    )
    expect(shopTask).toMatchObject({ orderId: null, description: 'Sweep' })
    expect(rowOf(await shop.ann.post(`${shop.api}/shop-tasks`, { description: 'Mop', orderId: order.id }))['orderId']).toBeNull()
  })

  test('without a description are refused in the words of their path', async () => {
    const { id: orderId } = await shop.createOrder()
    expectRefusal(await shop.ann.post(`${shop.api}/tasks`, { orderId }), 400, 'Task description is required', ['description'])
    expectRefusal(await shop.ann.post(`${shop.api}/shop-tasks`, { description: ' ' }), 400, 'Description is required', ['description'])
    const { id } = rowOf(await shop.ann.post(`${shop.api}/shop-tasks`, { description: 'Sweep' }))
    expectRefusal(await shop.ann.put(`${shop.api}/tasks/${id}`, { description: '' }), 400, 'Task description is required', ['description'])
    expectRefusal(await shop.ann.put(`${shop.api}/shop-tasks/${id}`, { description: '' }), 400, 'Description is required', ['description'])
  })

  test('either path changes and deletes any task, in part', async () => {
    const { id: orderId } = await shop.createOrder()
    const { id } = rowOf(await shop.ann.post(`${shop.api}/tasks`, { orderId, description: 'Order glass', dueTimestamp: '2026-03-05T12:00:00.000Z' }))
    expect(rowOf(await shop.ann.put(`${shop.api}/tasks/${id}`, { assignedEmployeeId: shop.employeeId }))).toMatchObject({
      assignedEmployeeId: shop.employeeId,
      description: 'Order glass',
      dueTimestamp: '2026-03-05T12:00:00.000Z',
    })
    expect(rowOf(await shop.ann.put(`${shop.api}/tasks/${id}`, { assignedEmployeeId: null }))['assignedEmployeeId']).toBeNull()
    expect(rowOf(await shop.ann.put(`${shop.api}/shop-tasks/${id}`, { description: 'Order glass now', completed: true, dueTimestamp: '' }))).toMatchObject({
      orderId,
      completed: true,
      dueTimestamp: null,
    })
    expect(await shop.ann.delete(`${shop.api}/shop-tasks/${id}`)).toMatchObject({ status: 200, json: {} })
  })

  test('in lists show their order and its customer, earliest due first', async () => {
    const order = await shop.createOrder({ priority: true })
    const late = rowOf(await shop.ann.post(`${shop.api}/tasks`, { orderId: order.id, description: 'later', dueTimestamp: '2026-04-02T12:00:00.000Z' }))
    const early = rowOf(await shop.ann.post(`${shop.api}/tasks`, { orderId: order.id, description: 'earlier', dueTimestamp: '2026-04-01T12:00:00.000Z' }))
    const ofOrder = rowsOf(await shop.ann.get(`${shop.api}/orders/${order.id}/tasks`))
    expect(ofOrder.map(({ id }) => id)).toEqual([early.id, late.id])
    const display = {
      customerName: 'Carla',
      customerPhone: '5550102000',
      customerCountryCode: '+1',
      itemDetails: 'iPhone 12',
      issueDescription: 'Broken glass',
      orderStatusId: lead,
      priority: true,
    }
    expect(ofOrder[0]).toMatchObject({ ...early, ...display })
    const all = rowsOf(await shop.ann.get(`${shop.api}/tasks`))
    expect(all.find(({ id }) => id === late.id)).toMatchObject(display)
    const shopTask = rowOf(await shop.ann.post(`${shop.api}/shop-tasks`, { description: 'Sweep' }))
    expect(rowsOf(await shop.ann.get(`${shop.api}/tasks`)).find(({ id }) => id === shopTask.id)).toMatchObject({
      customerName: null,
      orderStatusId: null,
      priority: false,
    })
  })
})
