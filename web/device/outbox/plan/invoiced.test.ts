import { afterEach, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { invoiceTexts } from '#schema/rules/invoices/invoice-states.ts'
import { refundTexts } from '#schema/rules/money/refunds.ts'
import { closeTestDevices, customerInput, openTestDevice, orderInput, untilSynced } from '../../testing/test-device.ts'
import { ModelServer } from '../../testing/test-model-server.ts'

afterEach(closeTestDevices)

it('refuses what an issued invoice forbids before it is sent: its own change, that of earlier payments, and the deletion of its order (INV-02)', async () => {
  const server = new ModelServer()
  const [shopId, userId, number] = [v7(), v7(), '2026-0001']
  server.addUser(userId, [shopId])
  server.complete = (collection) => (collection === 'invoices' ? { state: 'issued', number, issuedAt: '2026-03-02T12:00:00.000Z' } : {})
  const customer = customerInput()
  const order = orderInput(customer.id)
  const [early, late, id] = [v7(), v7(), v7()]
  const pay = (paymentId: string, createdAt: string) =>
    ({ action: 'create', collection: 'payments', id: paymentId, values: { orderId: order.id, paymentAmount: 5, createdAt } }) as const
  const device = await openTestDevice({ userId, api: server.apiOf(userId), collections: ['customers', 'orders', 'payments', 'invoices'] })
  await device.write(shopId, [customer, order, pay(early, '2026-03-02T11:00:00.000Z'), pay(late, '2026-03-02T13:00:00.000Z')])
  await device.write(shopId, [{ action: 'create', collection: 'invoices', id, values: { kind: 'invoice', orderId: order.id, lines: [] } }])
  await untilSynced(device)
  await expect.poll(async () => (await device.rows.read('invoices', id))?.state).toBe('issued')

  const remove = (collection: 'payments' | 'invoices' | 'orders', rowId: string) => device.write(shopId, [{ action: 'delete', collection, id: rowId }])
  await expect(device.write(shopId, [{ action: 'update', collection: 'payments', id: early, values: { paymentAmount: 1 } }])).rejects.toThrow(
    refundTexts.invoiced,
  )
  await expect(remove('payments', early)).rejects.toThrow(refundTexts.invoiced)
  await expect(device.write(shopId, [{ action: 'update', collection: 'invoices', id, values: { note: 'Thanks' } }])).rejects.toThrow(invoiceTexts.issuedStays)
  await expect(remove('invoices', id)).rejects.toThrow(invoiceTexts.issuedIsKept)
  await expect(remove('orders', order.id)).rejects.toThrow(`${number} was issued for this order, so the order stays.`)
  await remove('payments', late)
})
