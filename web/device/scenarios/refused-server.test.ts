import { describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { RefusedChangesPage } from '#schema/api/refused-changes.ts'
import { orderStatusById } from '#schema/values/order-status.ts'
import { signInOverHttp } from '#scripts/process-tests/api-client.ts'
import { type ChangeWords, changeToParts } from '#web/features/attention/change-words.ts'
import { refusalToReason } from '#web/features/attention/refused/refusal-reason.ts'
import { type NorthDevice, password, serveNorth } from '../testing/test-shop-server.ts'
import { customerInput, orderInput, paymentInput, type TestDevice, until, untilSynced } from '../testing/test-device.ts'

const north = serveNorth({ lab: ['delete_order', 'delete_customer', 'view_activity'], desk: ['delete_order', 'delete_customer'] })

async function openFor(loginId: string): Promise<NorthDevice> {
  const opened = await north.openFor(loginId)
  await untilSynced(opened.device)
  for (const { id } of opened.device.refused.changes.get()) await opened.device.refused.discard(id)
  return opened
}

/** The texts of the list, without names that only a screen looks up. */
function reasonsOf(device: TestDevice): string[] {
  const words: ChangeWords = { rowName: () => undefined, lookUpName: (_table, id) => orderStatusById.get(id)?.statusName, dateTime: (instant) => instant }
  return device.refused.changes
    .get()
    .map((change) => refusalToReason(change, { words, isMember: true, canEdit: false, hasRow: () => false, isRefused: () => false }).what)
}

/** The list updates a moment after the queue is empty. */
async function expectReasons(device: TestDevice, reasons: readonly string[]): Promise<void> {
  await until(() => device.refused.changes.get().length >= reasons.length, 'the refusal to be listed')
  expect(reasonsOf(device)).toEqual(reasons)
}

const keptOnServer = async (): Promise<RefusedChangesPage> =>
  (await signInOverHttp(north.server.url, 'lab', password)).read(`/api/${north.shopId}/refused-changes`)

const remove = (collection: 'orders' | 'customers', id: string) => [{ action: 'delete', collection, id } as const]

async function addOrder(device: TestDevice) {
  const customer = customerInput({ name: `Customer ${v7()}` })
  const order = orderInput(customer.id)
  await device.write(north.shopId, [customer, order])
  await untilSynced(device)
  return { customer, order }
}

describe('what the real server refuses', () => {
  it('hazard 4: is the one bad change among a hundred; the other ninety-nine land', async () => {
    const { device, goOffline, reconnect } = await openFor('desk')
    goOffline()
    const good = Array.from({ length: 99 }, (_, index) => customerInput({ name: `Row ${index}` }))
    for (const [index, customer] of good.entries()) {
      await device.write(north.shopId, [customer])
      if (index === 49) await device.write(north.shopId, [paymentInput(v7(), 7)])
    }
    await reconnect()
    const customers = await (await signInOverHttp(north.server.url, 'lab', password)).read<{ id: string }[]>(`/api/${north.shopId}/customers`)
    const ids = new Set(customers.map(({ id }) => id))
    expect(good.filter(({ id }) => !ids.has(id))).toEqual([])
    await expectReasons(device, ['The server does not know the order that this payment of $7.00 names.'])
  })

  it('hazard 19: is a payment for an order that was deleted meanwhile: its amount is listed, and kept on the server', async () => {
    const desk = await openFor('desk')
    const lab = await openFor('lab')
    const { order } = await addOrder(desk.device)
    desk.goOffline()
    await desk.device.write(north.shopId, [paymentInput(order.id, 130.5)])
    await until(async () => (await lab.device.rows.read('orders', order.id)) !== undefined)
    await lab.device.write(north.shopId, remove('orders', order.id))
    await untilSynced(lab.device)
    await desk.reconnect()
    await expectReasons(desk.device, ['The order was deleted in the meantime, so this payment of $130.50 could not be stored.'])
    const [entry] = (await keptOnServer()).entries
    expect(entry).toMatchObject({
      user: { login_id: 'desk' },
      ops: [{ collection: 'payments', values: { paymentAmount: 130.5 } }],
      titleByRow: { [`orders/${order.id}`]: 'iPhone 12' },
    })
    await lab.device.write(north.shopId, [{ action: 'restore', collection: 'orders', id: order.id }])
    await untilSynced(lab.device)
    await until(async () => (await desk.device.rows.read('orders', order.id)) !== undefined)
    await desk.device.refused.retry(desk.device.refused.changes.get()[0]?.id ?? '')
    await untilSynced(desk.device)
    expect(desk.device.refused.changes.get()).toEqual([])
    expect(await desk.device.rows.list('payments', north.shopId)).toEqual([expect.objectContaining({ orderId: order.id, paymentAmount: 130.5 })])
  })

  it('hazard 17: is the later of two refunds of one payment from two offline devices: both show the first, and the second is told', async () => {
    const desk = await openFor('desk')
    const lab = await openFor('lab')
    const { order } = await addOrder(desk.device)
    const payment = paymentInput(order.id, 100)
    await desk.device.write(north.shopId, [payment])
    await untilSynced(desk.device)
    await until(async () => (await lab.device.rows.read('payments', payment.id)) !== undefined, 'the payment at the other device')
    desk.goOffline()
    lab.goOffline()
    const refund = (amount: number) => {
      const { id, values, ...input } = paymentInput(order.id, amount)
      return { ...input, id, values: { ...values, kind: 'refund', refundOf: payment.id, paymentText: 'Does not work' } } as const
    }
    const [first, second] = [refund(60), refund(70)]
    await desk.device.write(north.shopId, [first])
    await lab.device.write(north.shopId, [second])
    await desk.reconnect()
    await lab.reconnect()
    await expectReasons(lab.device, [
      'This refund of $70.00 was not stored, because the payment was refunded on another device too. Only $40.00 of this payment is left.',
    ])
    expect(desk.device.refused.changes.get()).toEqual([])
    await untilSynced(desk.device)
    await untilSynced(lab.device)
    for (const { device } of [desk, lab]) {
      await until(async () => (await device.rows.read('payments', first.id)) !== undefined, 'the refund that stands')
      const ofOrder = (await device.rows.list('payments', north.shopId)).filter(({ orderId }) => orderId === order.id)
      expect(ofOrder.map(({ id }) => id).toSorted()).toEqual([payment.id, first.id].toSorted())
    }
  })

  it('hazard 17: is an edit of an order that was deleted meanwhile: the editor is told and has the text', async () => {
    const desk = await openFor('desk')
    const lab = await openFor('lab')
    const { order } = await addOrder(desk.device)
    desk.goOffline()
    await desk.device.write(north.shopId, [{ action: 'update', collection: 'orders', id: order.id, values: { orderNotes: 'Typed\nfor nothing?' } }])
    await until(async () => (await lab.device.rows.read('orders', order.id)) !== undefined)
    await lab.device.write(north.shopId, remove('orders', order.id))
    await untilSynced(lab.device)
    await desk.reconnect()
    await until(async () => (await desk.device.rows.read('orders', order.id)) === undefined)
    await expectReasons(desk.device, ['The order was deleted in the meantime.'])
    const [change] = desk.device.refused.changes.get()
    expect(changeToParts(change?.ops ?? [], { rowName: () => undefined, lookUpName: () => undefined, dateTime: (instant) => instant })).toEqual([
      { heading: 'Change of order', values: [{ label: 'Order notes', value: 'Typed\nfor nothing?' }] },
    ])
  })

  it('hazard 18: is an order for a customer who was deleted meanwhile, or else the delete; no orphan either way', async () => {
    const desk = await openFor('desk')
    const lab = await openFor('lab')
    for (const isDeletedFirst of [true, false]) {
      const customer = customerInput({ name: `Contested ${isDeletedFirst}` })
      await desk.device.write(north.shopId, [customer])
      await untilSynced(desk.device)
      await until(async () => (await lab.device.rows.read('customers', customer.id)) !== undefined)
      desk.goOffline()
      lab.goOffline()
      const order = orderInput(customer.id)
      await desk.device.write(north.shopId, [order])
      await lab.device.write(north.shopId, remove('customers', customer.id))
      for (const one of isDeletedFirst ? [lab, desk] : [desk, lab]) await one.reconnect()
      const [refusedOne] = isDeletedFirst ? [desk] : [lab]
      await expectReasons(refusedOne.device, [
        isDeletedFirst
          ? "The customer was deleted in the meantime, so this order 'iPhone 12' could not be stored."
          : 'The customer is still in use, so it was not deleted and is back where it was.',
      ])
      for (const { device } of [desk, lab])
        await until(async () => ((await device.rows.read('customers', customer.id)) === undefined) === isDeletedFirst, 'the customer on both devices')
      for (const { device } of [desk, lab])
        await until(async () => ((await device.rows.read('orders', order.id)) === undefined) === isDeletedFirst, 'the order on both devices')
    }
  })

  it('hazard 25: is what needed a privilege that was taken away meanwhile, and the server keeps it; the rest lands', async () => {
    const desk = await openFor('desk')
    const first = await addOrder(desk.device)
    const second = await addOrder(desk.device)
    desk.goOffline()
    await desk.device.write(north.shopId, remove('orders', first.order.id))
    await desk.device.write(north.shopId, [{ action: 'update', collection: 'orders', id: second.order.id, values: { orderNotes: 'still lands' } }])
    await north.server.seed({ rights: [{ loginId: 'desk', privileges: [] }] })
    await desk.reconnect()
    await expectReasons(desk.device, ['You do not have the privilege delete_order, so the order was not deleted and is back where it was.'])
    await until(async () => (await desk.device.rows.read('orders', first.order.id)) !== undefined, 'the order to come back')
    expect(await desk.device.rows.read('orders', second.order.id)).toMatchObject({ orderNotes: 'still lands' })
    expect((await keptOnServer()).entries[0]).toMatchObject({
      user: { login_id: 'desk' },
      error: { code: 'FORBIDDEN' },
      ops: [{ action: 'delete', id: first.order.id }],
    })
    await north.server.seed({ rights: [{ loginId: 'desk', privileges: ['delete_order'] }] })
  })
})
