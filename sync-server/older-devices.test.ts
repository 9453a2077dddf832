import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PullResponse, PushResponse, SeenPlace } from '#schema/api/sync.ts'
import { isTombstone } from '#schema/collection.ts'
import { isCollectionName, type CollectionName } from '#schema/collections/index.ts'
import { startSyncServer, type Client, type SyncServer } from './testing/test-sync-server.ts'
import { create, mutation, update } from './testing/test-world.ts'
import { readWire, type Wire, withSeen } from './testing/wire/read-wire.ts'

type Content = Record<string, unknown>

let server: SyncServer
let wire: Wire
/** The tablet of 0.8.0, and one of this version. */
let [older, newer]: Client[] = []
let shopId: string

beforeEach(async () => {
  server = await startSyncServer()
  shopId = await server.addShop()
  const [owner, colleague] = [await server.addUser({ shopIds: [shopId] }), await server.addUser({ shopIds: [shopId] })]
  const { epoch } = await server.services.reader.selectFrom('shop_feed').select('epoch').where('shop_id', '=', shopId).executeTakeFirstOrThrow()
  wire = readWire('0.8.0', { shopId, userId: owner, epoch })
  ;[older, newer] = [await server.signIn(owner), await server.signIn(colleague)]
  for (const one of wire.world) await writeNewer(one)
})
afterEach(() => server.stop())

const clientOf = (client: Client | undefined): Client => {
  if (client === undefined) throw new Error('Nobody is signed in')
  return client
}

async function writeNewer(one: unknown): Promise<void> {
  const results = await server.push(clientOf(newer).userId, [one], { deviceId: 'newer' })
  expect(results).toMatchObject([{ outcome: 'applied' }])
}

async function pull(client: Client | undefined, collection: string): Promise<PullResponse> {
  const { status, body } = await clientOf(client).post('/api/sync/pull?protocol=1', { collection, limit: 3000, checkpoint: {} })
  expect(status).toBe(200)
  return body as PullResponse
}

/** The living rows of a collection as a device gets them, by id. */
async function pullRows(client: Client | undefined, collection: CollectionName): Promise<Map<string, Content>> {
  const { documents } = await pull(client, collection)
  return new Map(documents.flatMap((document) => (isTombstone(document) ? [] : [[document.id, document as Content]])))
}

const collectionsOf = ({ fields }: Wire): CollectionName[] => Object.keys(fields).filter(isCollectionName)
const rowOf = async (collection: CollectionName, name: string): Promise<Content | undefined> => (await pullRows(newer, collection)).get(idOf(name))

function idOf(name: string): string {
  const id = wire.ids[name]
  if (id === undefined) throw new Error(`The recording knows no ${name}`)
  return id
}

/** What the older tablet holds: the numbers of the rows that it knows, and how far it is in the feed. */
async function syncOlder(): Promise<{ seqById: Map<string, number>; seenAt: SeenPlace[] }> {
  const seqById = new Map<string, number>()
  const seenAt: SeenPlace[] = []
  for (const collection of collectionsOf(wire)) {
    const { documents, checkpoint } = await pull(older, collection)
    for (const { id, seq = 0 } of documents) seqById.set(id, seq)
    const { epoch, seq, mark } = checkpoint[shopId] ?? {}
    if (epoch !== undefined && seq !== undefined && mark !== undefined) seenAt.push({ epoch, seq, mark })
  }
  return { seqById, seenAt }
}

/** Sends the push with this place in the recording; what was decided of each mutation. */
async function sendOlder(place: number, held: Awaited<ReturnType<typeof syncOlder>>, isAgain = false): Promise<string[]> {
  const recorded = wire.pushes[place]
  if (recorded === undefined) throw new Error('So many pushes were not recorded')
  const sent = withSeen(recorded.body, held.seqById, held.seenAt)
  // As if its person pressed once more.
  if (isAgain) for (const one of sent.mutations) one.id = v7()
  const { status, body } = await clientOf(older).post(recorded.path, sent)
  expect(status).toBe(200)
  return (body as PushResponse).results.map(({ outcome, error }) => error?.code ?? outcome)
}

describe('a tablet of 0.8.0 beside those of 0.9.0 (hazard 39)', () => {
  test('gets every field that it knows of every row, and no row of a collection that it does not ask for', async () => {
    for (const collection of collectionsOf(wire)) {
      const known = ['id', 'createdAt', 'updatedAt', 'seq', ...(wire.fields[collection] ?? [])]
      for (const row of (await pullRows(older, collection)).values()) expect(Object.keys(row)).toEqual(expect.arrayContaining(known))
    }
    // It takes a refund for a payment, and so its sums are too high until it is updated.
    const payments = await pullRows(older, 'payments')
    expect(payments.get(idOf('refund'))).toMatchObject({ paymentAmount: 40, kind: 'refund' })
    expect(collectionsOf(wire)).not.toContain('order_lines')
  })

  test('edits orders, payments, customers, products and devices, and clears nothing that it does not know', async () => {
    const held = await syncOlder()
    const before = { lines: await pullRows(newer, 'order_lines'), estimates: await pullRows(newer, 'estimates') }
    expect(before.lines.size).toBeGreaterThan(0)
    expect(await sendOlder(0, held)).toEqual(wire.pushes[0]?.outcomes)

    expect({ lines: await pullRows(newer, 'order_lines'), estimates: await pullRows(newer, 'estimates') }).toEqual(before)
    expect(await rowOf('payments', 'payment')).toMatchObject({ paymentText: 'Terminal 2', paymentAmount: 210, method: 'card', kind: null })
    expect(await rowOf('payments', 'refund')).toMatchObject({ paymentText: 'Too much was charged', paymentAmount: 40, method: 'cash', kind: 'refund' })
    expect(await rowOf('orders', 'order')).toMatchObject({ orderNotes: 'Opened: the frame is bent', quotedCost: '260', assetId: idOf('asset') })
    expect(await rowOf('customers', 'customer')).toMatchObject({ customerNotes: 'Rings at noon' })
    expect(await rowOf('assets', 'asset')).toMatchObject({ color: 'Blue', serial: 'C39VK0' })
    expect(await rowOf('products', 'battery')).toMatchObject({ archived: true, inventoryCount: 1 - 3 })
    const made = [...(await pullRows(newer, 'payments')).values()].filter(({ paymentText }) => paymentText === 'Case')
    expect(made).toMatchObject([{ paymentAmount: 15, method: null, kind: null }])
    expect([...(await pullRows(newer, 'orders')).values()].map(({ itemDetails }) => itemDetails)).toContain('Made by the older app')

    // 2 × 80 and half an hour at 60; 210 and 15 came, 40 went back.
    const { body } = await clientOf(newer).get(`/api/${shopId}/orders/${idOf('order')}/balance`)
    expect(body).toEqual({ total: 190, paid: 185, balance: 5 })
  })

  test('counts in differences beside lines that it does not know, once, however often it sends (LINE-02)', async () => {
    const held = await syncOlder()
    // It saw 8 and counted 6, while 3 more were taken for another order.
    await writeNewer(
      mutation(shopId, [
        create('order_lines', v7(), {
          orderId: idOf('order'),
          kind: 'part',
          productId: idOf('screen'),
          description: 'Screen',
          quantity: 3,
          unitPrice: 80,
          fromStock: true,
        }),
      ]),
    )
    for (let time = 0; time < 2; time++) expect(await sendOlder(0, held)).toEqual(wire.pushes[0]?.outcomes)
    const counted = 10 - 2 - 3 + (6 - 8)
    expect(await rowOf('products', 'screen')).toMatchObject({ inventoryCount: counted, salePrice: 85 })
    const { body } = await clientOf(newer).get(`/api/${shopId}/products/${idOf('screen')}/movements`)
    expect((body as unknown as { delta: number; reason: string }[]).map(({ delta, reason }) => [delta, reason])).toEqual([
      [-2, 'count'],
      [-3, 'line'],
      [-2, 'line'],
      [10, 'count'],
    ])
  })

  test('is asked before it deletes an order with lines and messages that it never saw; then parts come back, and go again with its restore', async () => {
    const held = await syncOlder()
    const lineId = idOf('doomedLine')
    expect(await sendOlder(0, held)).toContain('CHANGED_SINCE')
    expect([await rowOf('orders', 'doomed'), await rowOf('order_lines', 'doomedLine')]).toMatchObject([{ id: idOf('doomed') }, { id: lineId }])

    // What came since it was asked is one more question.
    const line = { orderId: idOf('doomed'), kind: 'labour', description: 'Cleaned', quantity: 1, unitPrice: 15, fromStock: false }
    const message = { orderId: idOf('doomed'), to: '+15550102000', text: 'Your order is cancelled' }
    await writeNewer(mutation(shopId, [create('order_lines', v7(), line), create('messages', v7(), message)]))
    expect(await sendOlder(1, held)).toEqual(['CHANGED_SINCE'])
    expect(await sendOlder(1, held, true)).toEqual(['applied'])
    expect([await rowOf('orders', 'doomed'), await rowOf('order_lines', 'doomedLine')]).toEqual([undefined, undefined])
    expect(await rowOf('products', 'battery')).toMatchObject({ inventoryCount: 1 })

    expect(await sendOlder(2, held)).toEqual(['applied'])
    expect([await rowOf('orders', 'doomed'), await rowOf('order_lines', 'doomedLine')]).toMatchObject([{ id: idOf('doomed') }, { id: lineId }])
    expect(await rowOf('products', 'battery')).toMatchObject({ inventoryCount: 1 - 3 })
  })

  test('loses nothing to a newer tablet that changes the same rows meanwhile', async () => {
    const held = await syncOlder()
    await writeNewer(mutation(shopId, [update('payments', idOf('payment'), { method: ['card', 'transfer'], paymentAmount: [200, 205] })]))
    await writeNewer(mutation(shopId, [update('orders', idOf('order'), { priority: [false, true] })]))
    expect(await sendOlder(0, held)).toEqual(wire.pushes[0]?.outcomes)
    expect(await rowOf('payments', 'payment')).toMatchObject({ method: 'transfer', paymentText: 'Terminal 2', paymentAmount: 210 })
    expect(await rowOf('orders', 'order')).toMatchObject({ priority: true, quotedCost: '260' })
  })
})
