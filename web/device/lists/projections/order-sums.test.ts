import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { isUnpaid, toBalance } from '#schema/rules/money/balance.ts'
import type { TaxMode } from '#schema/values/taxes/tax-rate.ts'
import { documentToRow, storedToRow } from '../../rows/rows.ts'
import { ColumnMaker } from '../../storage/packed/columns/column-maker.ts'
import { rowStorage } from '../../storage/row-database.ts'
import { stillPackedSizes } from '../../testing/packed-sizes.ts'
import { closeTestDevices, customerInput, openTestDevice, orderInput, until } from '../../testing/test-device.ts'
import { ModelServer } from '../../testing/test-model-server.ts'
import { BuildTurns } from './build-turns.ts'
import { createOrderSums } from './order-sums.ts'
import { openWithInternals } from '../../testing/packed-model.ts'

afterEach(closeTestDevices)

const shopId = v7()

const toPayment = (index: number, more: object = {}) =>
  documentToRow('payments', {
    id: v7(),
    shopId,
    seq: index,
    createdAt: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
    updatedAt: '2026-02-01T00:00:00.000Z',
    orderId: `order-${index % 3}`,
    paymentText: null,
    paymentAmount: 10 + index,
    afterTax: false,
    method: null,
    kind: index % 4 === 3 ? 'refund' : null,
    ...more,
  })

const nobody = { isReady: true, version: 0, demand: () => Promise.resolve(), get: () => undefined }
const untaxed = () => ({ taxMode: 'none' as const, unitCents: 1 })

it('what was paid is by columns what it is by rows, of changed ones what they are now', async () => {
  const storage = rowStorage(1, stillPackedSizes)
  const { database, internals } = await openWithInternals({ userId: v7(), collections: ['payments'], storage })
  const rows = Array.from({ length: 11 }, (_, index) => toPayment(index))
  await database.insert('payments', rows)
  const stored = await database.find(
    'payments',
    rows.slice(0, 2).map(({ id }) => id),
  )
  const [changed, deleted] = [...stored.values()]
  if (changed === undefined || deleted === undefined) throw new Error('Nothing was stored')
  await database.write('payments', [
    { previous: changed, row: toPayment(0, { id: changed.id, orderId: 'order-2', paymentAmount: 500 }), isDeleted: false },
    { previous: deleted, row: storedToRow(deleted), isDeleted: true },
  ])
  // An order is unpaid while its quote exceeds the payments.
  const readPaid = async () => {
    const sums = createOrderSums({ database, turns: new BuildTurns(), onChanges: () => () => undefined, customers: nobody, settings: untaxed }, shopId)
    await sums.demand()
    const isMore = (orderId: string, cents: number) => sums.isUnpaid({ id: orderId, quote: cents, customer: { id: 'nobody' } })
    return [0, 1, 2].map((order) => Array.from({ length: 700 }, (_, amount) => amount).find((amount) => isMore(`order-${order}`, amount * 100 + 1)))
  }
  // 0: 13 and 19 back, 16; 1: 14, 17, 20; 2: 12, 15, 18 back, and 500 instead of the first of order 0.
  const paid = [0, 0, 0]
  for (const [index] of rows.entries()) if (index > 1) paid[index % 3] = (paid[index % 3] ?? 0) + (index % 4 === 3 ? -1 : 1) * (10 + index)
  paid[2] = (paid[2] ?? 0) + 500
  const expected = paid.map((amount) => Math.max(0, amount))
  expect(await readPaid()).toEqual(expected)
  await new ColumnMaker(internals.store, () => Promise.resolve()).run(new AbortController().signal)
  expect(await readPaid()).toEqual(expected)
  await database.close()
})

describe('the list of unpaid orders (BAL-01)', () => {
  const act = fc.oneof(
    fc.record({ kind: fc.constant('pay' as const), order: fc.nat(4), cents: fc.integer({ min: 1, max: 20_000 }), isRefund: fc.boolean() }),
    fc.record({ kind: fc.constant('change' as const), payment: fc.nat(9), cents: fc.integer({ min: 1, max: 20_000 }) }),
    fc.record({ kind: fc.constant('remove' as const), payment: fc.nat(9) }),
    fc.record({
      kind: fc.constant('line' as const),
      order: fc.nat(4),
      thousandths: fc.integer({ min: 1, max: 9_999 }),
      cents: fc.nat(9_999),
      included: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('discount' as const), order: fc.nat(4), percent: fc.nat(100) }),
    fc.record({ kind: fc.constant('take-lines' as const), order: fc.nat(4) }),
    fc.record({ kind: fc.constant('exempt' as const), taxExempt: fc.boolean() }),
    fc.record({ kind: fc.constant('rate' as const), percent: fc.nat(30) }),
    fc.record({ kind: fc.constant('remove-line' as const), line: fc.nat(4) }),
    fc.record({ kind: fc.constant('quote' as const), order: fc.nat(4), quote: fc.constantFrom('100', '12.50', 'free', null) }),
  )

  it('holds after any acts exactly the orders of which something is left to pay', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25 }), fc.constantFrom<TaxMode>('none', 'exclusive', 'inclusive'), async (acts, taxMode) => {
        const server = new ModelServer()
        const userId = v7()
        server.addUser(userId, [shopId])
        server.profile = { taxMode }
        const collections = ['orders', 'customers', 'payments', 'order_lines', 'employees', 'products', 'tax_rates'] as const
        const device = await openTestDevice({ userId, api: server.apiOf(userId), collections })
        await until(() => device.sync.bootstrap.get() !== null, 'the shop')
        const customer = customerInput()
        const orders = Array.from({ length: 5 }, (_, index) => orderInput(customer.id, { quotedCost: index % 2 === 0 ? '100' : null }))
        await device.write(shopId, [customer, ...orders])
        const query = { shopId, search: '', from: null, to: null, status: 'all', assignee: 'all', isUnpaid: true, page: 1, pageSize: 10 } as const
        const list = device.lists.openOrders(query)
        await until(() => list.get().state === 'ready', 'the list')
        for (const one of acts) {
          const payments = await device.rows.list('payments', shopId)
          const payment = 'payment' in one ? payments[one.payment % Math.max(1, payments.length)] : undefined
          const orderId = 'order' in one ? (orders[one.order]?.id ?? '') : ''
          if (one.kind === 'pay') {
            const values = { orderId, paymentAmount: one.cents / 100, kind: one.isRefund ? ('refund' as const) : null }
            await device.write(shopId, [{ action: 'create', collection: 'payments', values }])
          } else if (one.kind === 'line') {
            const values = { orderId, description: 'Part', quantity: one.thousandths / 1000, unitPrice: one.cents / 100, included: one.included }
            await device.write(shopId, [{ action: 'create', collection: 'order_lines', values }])
          } else if (one.kind === 'discount') {
            const values = { orderId, kind: 'discount' as const, description: 'Off', quantity: 1, unitPrice: 0, percent: one.percent }
            await device.write(shopId, [{ action: 'create', collection: 'order_lines', values }])
          } else if (one.kind === 'take-lines') {
            await device.write(shopId, [{ action: 'update', collection: 'orders', id: orderId, values: { quotedCost: '7', quoteFromLines: true } }])
          } else if (one.kind === 'exempt') {
            await device.write(shopId, [{ action: 'update', collection: 'customers', id: customer.id, values: { taxExempt: one.taxExempt } }])
          } else if (one.kind === 'rate') {
            const values = { name: 'VAT', percent: one.percent, isDefault: true }
            await device.write(shopId, [{ action: 'create', collection: 'tax_rates', values }])
          } else if (one.kind === 'remove-line') {
            const lines = await device.rows.list('order_lines', shopId)
            const line = lines[one.line % Math.max(1, lines.length)]
            if (line !== undefined) await device.write(shopId, [{ action: 'delete', collection: 'order_lines', id: line.id }])
          } else if (one.kind === 'quote') {
            await device.write(shopId, [{ action: 'update', collection: 'orders', id: orderId, values: { quotedCost: one.quote } }])
          } else if (payment !== undefined && one.kind === 'change') {
            await device.write(shopId, [{ action: 'update', collection: 'payments', id: payment.id, values: { paymentAmount: one.cents / 100 } }])
          } else if (payment !== undefined) {
            await device.write(shopId, [{ action: 'delete', collection: 'payments', id: payment.id }])
          }
        }
        const payments = await device.rows.list('payments', shopId)
        const lines = await device.rows.list('order_lines', shopId)
        const stored = await device.rows.list('orders', shopId)
        const rates = await device.rows.list('tax_rates', shopId)
        const exempt = (await device.rows.read('customers', customer.id))?.taxExempt === true
        const balanceOf = (order: (typeof stored)[number]) =>
          toBalance({
            ...order,
            isExempt: exempt,
            pricing: { taxMode, unitCents: 1, rates },
            lines: lines.filter(({ orderId }) => orderId === order.id),
            payments: payments.filter(({ orderId }) => orderId === order.id),
          })
        const expected = stored.filter((order) => isUnpaid(balanceOf(order))).map((order) => [order.id, balanceOf(order).balance])
        const shown = () => list.get().rows.map(({ order, balance }) => [order.id, balance])
        await until(() => JSON.stringify(shown().toSorted(byId)) === JSON.stringify(expected.toSorted(byId)), 'the unpaid orders')
        list.close()
        await closeTestDevices()
      }),
      { numRuns: 6 },
    )
  }, 60_000)
})

const byId = (one: readonly unknown[], other: readonly unknown[]): number => (String(one[0]) < String(other[0]) ? -1 : 1)
