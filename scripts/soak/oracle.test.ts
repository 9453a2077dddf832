import { describe, expect, it } from 'vitest'
import type { Mutation, Op } from '#schema/api/sync.ts'
import type { WireDocument } from '#schema/collection.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { createOp } from '../process-tests/api-client.ts'
import { products, seededCount } from './actions.ts'
import { parseWithout } from './chaos.ts'
import { Ledger } from './ledger.ts'
import { findFaults, type Rest } from './oracle.ts'
import { WireRecord } from './wire-record.ts'

const shopId = '0190a000-0000-7000-8000-000000000001'
let count = 0

/** A shop at rest with one confirmed customer, order and payment, all stored as they should be. */
function atRest() {
  const ledger = new Ledger(() => undefined)
  const record = new WireRecord()
  const rows = new Map<CollectionName, WireDocument[]>([
    ['products', products.map((name) => ({ id: name, name, inventoryCount: seededCount }) as unknown as WireDocument)],
  ])
  const send = (ops: Op[], outcome: 'applied' | 'rejected' = 'applied', id = `m${(count += 1)}`): string => {
    const mutation: Mutation = { id, shopId, at: '2026-11-22T10:00:00.000Z', ops }
    record.noteSent(Buffer.from(JSON.stringify({ mutations: [mutation] })))
    record.noteAnswered(
      200,
      Buffer.from(JSON.stringify({ results: [{ id, outcome, documents: [], ...(outcome === 'rejected' && { error: { code: 'VALIDATION', message: '' } }) }] })),
    )
    return id
  }
  const store = (collection: CollectionName, row: object): void => void rows.set(collection, [...(rows.get(collection) ?? []), row as WireDocument])
  const customer = ledger.begin('customer', 'ana')
  const order = ledger.begin('order', 'ana')
  const payment = ledger.begin('payment', 'ana', { target: order.mark })
  for (const action of [customer, order, payment]) action.state = 'confirmed'
  const customerOp = createOp('customers', { name: `Customer ${customer.mark}` })
  const orderOp = createOp('orders', { itemDetails: `Item ${order.mark}` })
  const paymentOp = createOp('payments', { orderId: orderOp.id, paymentText: `Paid ${payment.mark}` })
  for (const op of [customerOp, orderOp, paymentOp]) {
    send([op])
    store(op.collection as CollectionName, { id: op.id, ...op.values, ...(op === orderOp && { orderStatusId: orderStatusIdByName['Dropped Off'] }) })
  }
  const rest: Rest = { ledger, record, rows, refused: [], api: { read: async () => [{}] } as unknown as Rest['api'], shopId }
  const deleteOrder = (): void => {
    rows.set('orders', [])
    rows.set('payments', [])
  }
  return { rest, ledger, record, rows, send, customer, order, payment, customerOp, orderOp, paymentOp, deleteOrder }
}

describe('the oracle of the soak', () => {
  it('finds nothing where everything is stored as it was confirmed', async () => {
    expect(await findFaults(atRest().rest)).toEqual([])
  })

  it('finds an action that was confirmed and never sent, and one that was sent without a press', async () => {
    const { rest, ledger, send } = atRest()
    ledger.begin('customer', 'ana').state = 'confirmed'
    const never = ledger.begin('customer', 'ben')
    send([createOp('customers', { name: `Customer ${never.mark}` })])
    expect(await findFaults(rest)).toEqual([
      expect.stringMatching(/^LOST: customer Z0004z/),
      expect.stringMatching(/^FROM NOWHERE: .*Z0005z/),
      expect.stringMatching(/^LOST: customer Z0005z was taken/),
    ])
  })

  it('accepts an interrupted action once or not at all, and never twice', async () => {
    const { rest, customer, customerOp, rows, send } = atRest()
    customer.state = 'pressed'
    expect(await findFaults(rest)).toEqual([])
    send([{ ...customerOp, id: 'other' }])
    rows.get('customers')?.push({ ...rows.get('customers')?.[0], id: 'other' } as WireDocument)
    expect(await findFaults(rest)).toEqual([
      expect.stringMatching(/^DOUBLED: customer Z0001z left as 2 actions/),
      expect.stringMatching(/^DOUBLED: customer Z0001z stands 2 times/),
    ])
  })

  it('counts a mutation that is sent again as one action, unless its content differs', async () => {
    const { rest, customerOp, send } = atRest()
    const id = send([createOp('suppliers', { name: 'x' }, 'supplier')])
    send([createOp('suppliers', { name: 'x' }, 'supplier')], 'applied', id)
    expect(await findFaults(rest)).toEqual([])
    send([customerOp], 'applied', id)
    expect(await findFaults(rest)).toContainEqual(expect.stringContaining('different contents under one id'))
  })

  it('explains missing rows by a deletion that somebody pressed for, and by nothing else', async () => {
    const { rest, ledger, order, orderOp, send, deleteOrder } = atRest()
    deleteOrder()
    expect(await findFaults(rest)).toEqual([expect.stringMatching(/^LOST: order/), expect.stringMatching(/^LOST: payment/)])
    send([{ action: 'delete', collection: 'orders', id: orderOp.id }])
    ledger.begin('delete', 'ben', { target: order.mark }).state = 'pressed'
    expect(await findFaults(rest)).toEqual([])
  })

  it('finds an order that is there although it was deleted, and a restored one without its money', async () => {
    const { rest, ledger, rows, order, orderOp, send } = atRest()
    send([{ action: 'delete', collection: 'orders', id: orderOp.id }])
    ledger.begin('delete', 'ben', { target: order.mark }).state = 'confirmed'
    expect(await findFaults(rest)).toEqual([expect.stringMatching(/^ZOMBIE/)])
    send([{ action: 'restore', collection: 'orders', id: orderOp.id }])
    ledger.begin('undo', 'ben', { target: order.mark }).state = 'confirmed'
    rows.set('payments', [])
    expect(await findFaults(rest)).toEqual([expect.stringMatching(/^LOST: payment/)])
  })

  it('adds up the counts, each action once', async () => {
    const { rest, ledger, rows, send } = atRest()
    const [name] = products
    const action = ledger.begin('stock', 'ana', { target: name, value: '100028' })
    action.state = 'confirmed'
    send([{ action: 'update', collection: 'products', id: name, changes: { inventoryCount: { from: seededCount, to: 100_028 } } }])
    Object.assign(rows.get('products')?.[0] ?? {}, { inventoryCount: 100_028 })
    expect(await findFaults(rest)).toEqual([])
    Object.assign(rows.get('products')?.[0] ?? {}, { inventoryCount: 100_056 })
    expect(await findFaults(rest)).toEqual([expect.stringMatching(/^WRONG: 100056 pieces/)])
  })

  it('finds a refusal that no deletion explains, and a status that nobody set', async () => {
    const { rest, rows, orderOp, paymentOp, send, ledger, order } = atRest()
    const mutation = { id: 'm', shopId, at: '', ops: [paymentOp] }
    const refused = [{ owner: 'ana', mutation, code: 'VALIDATION' }]
    expect(await findFaults({ ...rest, refused })).toEqual([expect.stringMatching(/^REFUSED \(VALIDATION\)/)])
    send([{ action: 'delete', collection: 'orders', id: orderOp.id }], 'rejected')
    ledger.begin('delete', 'ben', { target: order.mark }).state = 'confirmed'
    expect(await findFaults({ ...rest, refused })).toEqual([])
    Object.assign(rows.get('orders')?.[0] ?? {}, { orderStatusId: orderStatusIdByName.Fixed })
    expect(await findFaults(rest)).toEqual([expect.stringMatching(/^WRONG: order Z0002z stands at Fixed/)])
  })
})

describe('--without', () => {
  it('leaves kinds of chaos out, and names unknown kinds', () => {
    expect(parseWithout('kills,foreign').has('kills')).toBe(false)
    expect(parseWithout('kills,foreign').has('doubled')).toBe(true)
    expect(() => parseWithout('kill')).toThrow('Unknown chaos: kill. There is: kills')
  })
})
