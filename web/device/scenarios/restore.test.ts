import { describe, expect, it } from 'vitest'
import { privilegeNames } from '#schema/privileges.ts'
import { type NorthDevice, serveNorth } from '../testing/test-shop-server.ts'
import { customerInput, deviceState, fewCollections, offline, orderInput, paymentInput, until, untilSynced } from '../testing/test-device.ts'

const north = serveNorth({ lab: privilegeNames, desk: privilegeNames })

/** `tablet`: a device id; the same id finds the same rows again. */
const openFor = (loginId: string, tablet = loginId): Promise<NorthDevice> => north.openFor(loginId, { tab: tablet, deviceId: tablet })

async function expectSame(...devices: NorthDevice[]): Promise<void> {
  for (const { device } of devices) await device.sync.run()
  for (const { device } of devices) await untilSynced(device)
  const [first, ...others] = await Promise.all(devices.map(({ device }) => deviceState(device, [north.shopId], fewCollections)))
  for (const other of others) expect(other).toEqual(first)
}

async function takeIn({ device }: NorthDevice) {
  const customer = customerInput()
  const order = orderInput(customer.id, { orderNotes: 'with its charger' })
  const payments = [paymentInput(order.id, 10), paymentInput(order.id, 20)]
  await device.write(north.shopId, [customer, order])
  await device.write(north.shopId, payments)
  await untilSynced(device)
  return { customerId: customer.id, orderId: order.id, paymentIds: payments.map(({ id }) => id) }
}

const erase = (id: string) => ({ action: 'delete', collection: 'orders', id }) as const
const restore = (id: string, title?: string) => ({ action: 'restore', collection: 'orders', id, title }) as const

describe('bringing back a deleted row', () => {
  it('works on a device that never held it: row, payments and ids come with the answer, on every device', async () => {
    const lab = await openFor('lab')
    const { orderId, paymentIds } = await takeIn(lab)
    const before = await lab.device.rows.read('orders', orderId)
    await lab.device.write(north.shopId, [erase(orderId)])
    await untilSynced(lab.device)
    const desk = await openFor('desk')
    await untilSynced(desk.device)
    expect(await desk.device.rows.read('orders', orderId)).toBeUndefined()

    await desk.device.write(north.shopId, [restore(orderId, 'iPhone 12')])
    await untilSynced(desk.device)
    expect(await desk.device.rows.read('orders', orderId)).toMatchObject({
      orderNotes: 'with its charger',
      createdAt: before?.createdAt,
      customerId: before?.customerId,
    })
    expect((await desk.device.rows.readMany('payments', paymentIds)).map(({ paymentAmount }) => paymentAmount)).toEqual([10, 20])
    await expectSame(lab, desk)
    expect(await lab.device.rows.read('orders', orderId)).toBeDefined()
  })

  it('asked for without a network waits under its name and appears whole when the server answers', async () => {
    const lab = await openFor('lab')
    const { orderId, paymentIds } = await takeIn(lab)
    await lab.device.write(north.shopId, [erase(orderId)])
    await untilSynced(lab.device)
    const desk = await openFor('desk', 'second desk')
    await untilSynced(desk.device)
    desk.api.always = offline
    await desk.device.write(north.shopId, [restore(orderId, 'iPhone 12')])
    expect(desk.device.outbox.waiting.get()).toMatchObject([{ summary: "Order 'iPhone 12' restored" }])
    expect(await desk.device.outbox.listDeletes(north.shopId)).toEqual({ deletes: [], restoring: [{ collection: 'orders', id: orderId }] })
    expect(await desk.device.rows.read('orders', orderId)).toBeUndefined()
    desk.api.always = undefined
    desk.device.wakeUp('online')
    await until(() => desk.device.rows.read('orders', orderId), 'the order to appear')
    // Each collection's rows are stored separately.
    await untilSynced(desk.device)
    expect(await desk.device.rows.readMany('payments', paymentIds)).toHaveLength(2)
    await expectSame(lab, desk)
  })

  it('undoes a deletion that was never sent, at once and whole', async () => {
    const lab = await openFor('lab')
    const { orderId, paymentIds } = await takeIn(lab)
    lab.api.always = offline
    await lab.device.write(north.shopId, [erase(orderId)])
    const { deletes } = await lab.device.outbox.listDeletes(north.shopId)
    expect(deletes).toMatchObject([{ collection: 'orders', id: orderId, row: { itemDetails: 'iPhone 12' }, wentWith: [{ collection: 'payments', count: 2 }] }])
    await lab.device.write(north.shopId, [restore(orderId)])
    expect(await lab.device.rows.read('orders', orderId)).toBeDefined()
    expect(await lab.device.rows.readMany('payments', paymentIds)).toHaveLength(2)
    lab.api.always = undefined
    lab.device.wakeUp('online')
    const desk = await openFor('desk')
    await expectSame(lab, desk)
    expect(await desk.device.rows.readMany('payments', paymentIds)).toHaveLength(2)
    expect(await lab.device.outbox.listDeletes(north.shopId)).toEqual({ deletes: [], restoring: [] })
  })

  it('of two devices at once has the effect of one', async () => {
    const lab = await openFor('lab')
    const desk = await openFor('desk')
    const { orderId } = await takeIn(lab)
    await lab.device.write(north.shopId, [erase(orderId)])
    await expectSame(lab, desk)
    for (const { api } of [lab, desk]) api.always = offline
    for (const { device } of [lab, desk]) await device.write(north.shopId, [restore(orderId)])
    for (const { api, device } of [lab, desk]) {
      api.always = undefined
      device.wakeUp('online')
    }
    await expectSame(lab, desk)
    expect(await desk.device.rows.read('orders', orderId)).toBeDefined()
    for (const { device } of [lab, desk]) expect(await device.refused.list()).toEqual([])
  })

  it('is refused in plain words and listed when the customer is gone meanwhile, and the device holds no half of it', async () => {
    const lab = await openFor('lab')
    const desk = await openFor('desk')
    const { orderId, customerId, paymentIds } = await takeIn(lab)
    await expectSame(lab, desk)
    await lab.device.write(north.shopId, [erase(orderId)])
    await expectSame(lab, desk)
    desk.api.always = offline
    await desk.device.write(north.shopId, [restore(orderId, 'iPhone 12')])
    await lab.device.write(north.shopId, [{ action: 'delete', collection: 'customers', id: customerId }])
    await untilSynced(lab.device)
    desk.api.always = undefined
    desk.device.wakeUp('online')
    await expectSame(lab, desk)
    expect(await desk.device.refused.list()).toMatchObject([
      { summary: "Order 'iPhone 12' restored", error: { code: 'INVALID_REFERENCE', message: 'Customer was deleted in the meantime' } },
    ])
    expect(await desk.device.rows.read('orders', orderId)).toBeUndefined()
    expect(await desk.device.rows.readMany('payments', paymentIds)).toEqual([])
  })

  it('brings back a customer and an order in one mutation', async () => {
    const lab = await openFor('lab')
    const { orderId, customerId } = await takeIn(lab)
    await lab.device.write(north.shopId, [erase(orderId)])
    await lab.device.write(north.shopId, [{ action: 'delete', collection: 'customers', id: customerId }])
    await untilSynced(lab.device)
    const desk = await openFor('desk')
    await untilSynced(desk.device)
    await desk.device.write(north.shopId, [
      { action: 'restore', collection: 'customers', id: customerId, title: 'Ada Lovelace' },
      restore(orderId, 'iPhone 12'),
    ])
    await expectSame(lab, desk)
    expect(await desk.device.rows.read('orders', orderId)).toBeDefined()
    expect(await desk.device.rows.read('customers', customerId)).toBeDefined()
  })
})
