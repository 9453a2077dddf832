import { afterEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { AppError } from '#schema/errors.ts'
import {
  closeTestDevices,
  customerInput,
  deviceState,
  faulty,
  offline,
  openTestDevice,
  orderInput,
  paymentInput,
  statusId,
  untilSynced,
} from './testing/test-device.ts'
import { ModelServer } from './testing/test-model-server.ts'

afterEach(closeTestDevices)

const shopId = v7()

async function world(privileges?: Parameters<ModelServer['addUser']>[2]) {
  const server = new ModelServer()
  const userId = v7()
  server.addUser(userId, [shopId], privileges)
  const api = faulty(server.apiOf(userId))
  const device = await openTestDevice({ userId, api })
  return { server, userId, api, device }
}

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no failure',
    (error: unknown) => error,
  )

describe('a change made on this device', () => {
  it('shows at once, reaches the server in one mutation, and ends as the server holds it', async () => {
    const { server, device } = await world()
    const customer = customerInput()
    const order = orderInput(customer.id)
    const { mutationId, ids } = await device.write(shopId, [customer, order])
    expect(ids).toEqual([customer.id, order.id])
    expect(await device.rows.read('orders', order.id)).toMatchObject({ itemDetails: 'iPhone 12', customerId: customer.id, priority: false, quotedCost: null })
    expect(device.outbox.isUnsent('orders', order.id)).toBe(true)
    await untilSynced(device)
    expect(server.applied).toEqual([mutationId])
    expect(await deviceState(device, [shopId])).toEqual(server.state())
    expect(device.outbox.isUnsent('orders', order.id)).toBe(false)
  })

  it('is parsed as the server will, and nothing is written when a value is not valid', async () => {
    const { device, api } = await world()
    api.always = offline
    const customer = customerInput()
    const error = await failure(device.write(shopId, [customer, orderInput(customer.id, { itemDetails: ' ' })]))
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ code: 'VALIDATION', issues: [{ path: 'itemDetails', message: 'Item details is required' }] })
    expect(await device.outbox.count()).toBe(0)
    expect(await device.rows.read('customers', customer.id)).toBeUndefined()
    // @ts-expect-error -- what the types refuse may still come from a file.
    const unknown = await failure(device.write(shopId, [customerInput({ nickname: 'x' })]))
    expect(unknown).toMatchObject({ code: 'VALIDATION', issues: [{ path: 'nickname' }] })
  })

  it('names only the fields that the person changed, from what they saw', async () => {
    const { device, server, userId } = await world()
    const customer = customerInput()
    await device.write(shopId, [customer])
    await untilSynced(device)
    server.write(userId, shopId, [{ action: 'update', collection: 'customers', id: customer.id, changes: { name: { from: 'Ada Lovelace', to: 'Ada King' } } }])
    await device.sync.run()
    await device.write(shopId, [
      {
        action: 'update',
        collection: 'customers',
        id: customer.id,
        values: { name: 'Ada Lovelace', email: 'ada@example.com' },
        seen: { name: 'Ada Lovelace', email: null },
      },
    ])
    await untilSynced(device)
    expect(server.pushes.at(-1)?.mutations[0]?.ops).toEqual([
      { action: 'update', collection: 'customers', id: customer.id, changes: { email: { from: null, to: 'ada@example.com' } } },
    ])
    expect(await device.rows.read('customers', customer.id)).toMatchObject({ name: 'Ada King', email: 'ada@example.com' })
  })

  it('that changes nothing writes nothing', async () => {
    const { device, api } = await world()
    const customer = customerInput()
    await device.write(shopId, [customer])
    await untilSynced(device)
    api.always = offline
    const receipt = await device.write(shopId, [{ action: 'update', collection: 'customers', id: customer.id, values: { name: ' Ada Lovelace ' } }])
    expect(receipt).toEqual({ mutationId: null, ids: [customer.id] })
    expect(await device.outbox.count()).toBe(0)
  })

  it('is refused here when the server would refuse it', async () => {
    const { device } = await world(['delete_customer'])
    const customer = customerInput()
    const order = orderInput(customer.id)
    await device.write(shopId, [customer, order])
    await untilSynced(device)
    const before = await deviceState(device, [shopId])
    expect(await failure(device.write(shopId, [{ action: 'delete', collection: 'orders', id: order.id }]))).toMatchObject({ code: 'FORBIDDEN' })
    expect(await failure(device.write(shopId, [{ action: 'delete', collection: 'customers', id: customer.id }]))).toMatchObject({
      code: 'FOREIGN_KEY_VIOLATION',
      message: 'Cannot delete customer with existing orders.',
    })
    expect(await failure(device.write(v7(), [customerInput()]))).toMatchObject({ code: 'FORBIDDEN' })
    expect(await failure(device.write(shopId, [{ action: 'update', collection: 'orders', id: v7(), values: { priority: true } }]))).toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await failure(device.write(shopId, [customer]))).toMatchObject({ code: 'CONFLICT' })
    expect(await device.outbox.count()).toBe(0)
    expect(await deviceState(device, [shopId])).toEqual(before)
  })

  it('deletes with an order what belongs to it, here as on the server', async () => {
    const { device, server, api } = await world()
    const customer = customerInput()
    const order = orderInput(customer.id)
    const other = orderInput(customer.id)
    const payments = [paymentInput(order.id, 20), paymentInput(other.id, 5)]
    await device.write(shopId, [customer, order, other, ...payments])
    await untilSynced(device)
    api.always = offline
    await device.write(shopId, [{ action: 'delete', collection: 'orders', id: order.id }])
    expect((await device.rows.list('payments', shopId)).map(({ id }) => id)).toEqual([payments[1]?.id])
    expect(await failure(device.write(shopId, [paymentInput(order.id, 7)]))).toMatchObject({ code: 'INVALID_REFERENCE' })
    api.always = undefined
    await device.sync.run()
    await untilSynced(device)
    expect(await deviceState(device, [shopId])).toEqual(server.state())
    expect(server.state().size).toBe(3)
  })

  it('brings back an order that was deleted offline, with what went with it', async () => {
    const { device, server, api } = await world()
    const customer = customerInput()
    const order = orderInput(customer.id)
    const payment = paymentInput(order.id, 20)
    await device.write(shopId, [customer, order, payment])
    await untilSynced(device)
    const before = await deviceState(device, [shopId])
    api.always = offline
    await device.write(shopId, [{ action: 'delete', collection: 'orders', id: order.id }])
    await device.write(shopId, [{ action: 'restore', collection: 'orders', id: order.id }])
    expect(await deviceState(device, [shopId])).toEqual(before)
    api.always = undefined
    await device.sync.run()
    await untilSynced(device)
    expect(await deviceState(device, [shopId])).toEqual(server.state())
    expect(server.state().size).toBe(3)
  })

  it('estimates what the server will compute, until it says', async () => {
    const { device, api, server } = await world()
    api.always = offline
    const customer = customerInput()
    const order = orderInput(customer.id)
    await device.write(shopId, [customer, order])
    const created = await device.rows.read('orders', order.id)
    expect(created?.statusChangedAt).toBe(created?.createdAt)
    await device.write(shopId, [{ action: 'update', collection: 'orders', id: order.id, values: { orderStatusId: statusId.Fixed } }])
    const changed = await device.rows.read('orders', order.id)
    expect(changed?.statusChangedAt).toBe(changed?.updatedAt)
    expect([created?.fixedAt, changed?.fixedAt]).toEqual([null, changed?.updatedAt])
    api.always = undefined
    await device.sync.run()
    await untilSynced(device)
    expect(await deviceState(device, [shopId])).toEqual(server.state())
  })

  it('ticks get one id per order and item on every device', async () => {
    const server = new ModelServer()
    const userId = v7()
    server.addUser(userId, [shopId])
    const device = await openTestDevice({ userId, api: server.apiOf(userId), collections: ['orders', 'checklist_selections'] })
    const tick = { action: 'create', collection: 'checklist_selections', values: { orderId: v7(), dropoffChecklistId: v7() } } as const
    const first = await device.write(shopId, [tick])
    const second = await device.write(shopId, [tick])
    expect(second).toEqual({ mutationId: null, ids: first.ids })
    expect(await device.rows.list('checklist_selections', shopId)).toHaveLength(1)
  })
})
