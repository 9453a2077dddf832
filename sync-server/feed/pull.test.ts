import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { parseInput } from '#schema/api/parse.ts'
import { pullRequestSchema, type Checkpoint, type PullResponse } from '#schema/api/sync.ts'
import type { WireDocument } from '#schema/collection.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import type { Privilege } from '#schema/privileges.ts'
import { readCaller } from '../queries/people/read-caller.ts'
import { create, createWorld, mutation, orderValues, remove, update, type World } from '../testing/test-world.ts'
import { renewEpochs } from '../store/sequence/epochs.ts'
import { pullPage } from './pull.ts'

describe('pullPage', () => {
  let world: World
  let shops: string[]
  let userId: string

  beforeEach(async () => {
    world = await createWorld()
    shops = (await Promise.all(['A', 'B', 'C'].map((name) => world.addShop(name)))).sort()
    userId = await world.addUser({ shopIds: shops })
  })
  afterEach(() => world.close())

  const pull = async (body: { collection?: string; limit?: unknown; checkpoint?: unknown }, user = userId): Promise<PullResponse> =>
    pullPage(
      world.services,
      await readCaller(world.services.reader, user),
      parseInput(pullRequestSchema, { collection: 'customers', limit: 100, checkpoint: {}, ...body }),
    )

  const addCustomers = async (shopId: string, count: number): Promise<string[]> => {
    const ids = Array.from({ length: count }, () => v7())
    await world.push(
      userId,
      ids.map((id, index) => mutation(shopId, [create('customers', id, { name: `Customer ${index}` })])),
    )
    return ids
  }

  const pullAll = async (limit: number, collection: CollectionName = 'customers', user = userId) => {
    const documents: WireDocument[] = []
    let checkpoint: Checkpoint = {}
    for (let pages = 1; ; pages++) {
      const page = await pull({ collection, limit, checkpoint }, user)
      documents.push(...page.documents)
      checkpoint = page.checkpoint
      if (page.documents.length < limit) return { documents, checkpoint, pages }
    }
  }

  it('fills pages over several shops until the end, ascending in each', async () => {
    const ids = [...(await addCustomers(shops[0] ?? '', 7)), ...(await addCustomers(shops[1] ?? '', 1)), ...(await addCustomers(shops[2] ?? '', 9))]
    for (const limit of [1, 3, 8, 16, 17, 18, 5_000]) {
      const { documents, pages } = await pullAll(limit)
      expect(documents.map(({ id }) => id)).toEqual(ids)
      expect(pages).toBe(Math.floor(17 / limit) + 1)
    }
  })

  it('answers a checkpoint of the last row given, per shop, unchanged where none was given', async () => {
    const [a, b, c] = shops as [string, string, string]
    await addCustomers(a, 3)
    await addCustomers(b, 2)
    const first = await pull({ limit: 4 })
    const epochs = await world.services.reader.selectFrom('shop_feed').select(['shop_id', 'epoch']).execute()
    const epochOf = (shopId: string) => epochs.find(({ shop_id }) => shop_id === shopId)?.epoch
    const mark = expect.any(String) as string
    expect(first.checkpoint).toEqual({
      [a]: { epoch: epochOf(a), seq: 5, mark },
      // One push, so one mark; `reached` is the collection's head beyond this page.
      [b]: { epoch: epochOf(b), seq: 1, mark, reached: { seq: 3, mark } },
      [c]: { epoch: epochOf(c), seq: 0 },
    })
    const rest = await pull({ limit: 4, checkpoint: first.checkpoint })
    expect(rest.documents).toHaveLength(1)
    expect(rest.checkpoint[a]).toEqual(first.checkpoint[a])
    expect((await pull({ checkpoint: rest.checkpoint })).documents).toEqual([])
  })

  it('gives a changed row once, at its newest place, and a deleted one as a tombstone without content', async () => {
    const [a] = shops as [string]
    const [one, two] = (await addCustomers(a, 2)) as [string, string]
    const { checkpoint } = await pull({})
    await world.push(userId, [
      mutation(a, [update('customers', one, { name: ['Customer 0', 'Zoë'] })]),
      mutation(a, [update('customers', one, { name: ['Zoë', 'Zoé'] })]),
      mutation(a, [remove('customers', two)]),
    ])
    expect((await pull({ checkpoint })).documents).toEqual([
      expect.objectContaining({ id: one, name: 'Zoé', seq: 7 }),
      { id: two, shopId: a, seq: 9, _deleted: true },
    ])
  })

  it('gives documents in the shape of the declaration, with canonical instants', async () => {
    const [a] = shops as [string]
    const [customerId] = (await addCustomers(a, 1)) as [string]
    const orderId = v7()
    await world.push(userId, [mutation(a, [create('orders', orderId, orderValues(customerId, { priority: true, dueTimestamp: '2026-05-01T10:00:00+02:00' }))])])
    expect((await pull({ collection: 'orders' })).documents).toEqual([
      {
        number: 1,
        claimOf: null,
        kind: 'repair',
        fixedAt: null,
        formerNumbers: [],
        id: orderId,
        shopId: a,
        createdAt: '2026-03-02T09:00:00.000Z',
        updatedAt: '2026-03-02T09:00:00.000Z',
        seq: 3,
        customerId,
        orderStatusId: expect.any(String),
        assignedEmployeeId: null,
        itemDetails: 'iPhone 12',
        issueDescription: 'Screen is cracked',
        quotedCost: null,
        quoteFromLines: false,
        dueTimestamp: '2026-05-01T08:00:00.000Z',
        priority: true,
        repeat: false,
        additionalRequests: null,
        orderNotes: null,
        assetId: null,
        passcode: null,
        statusChangedAt: '2026-03-02T09:00:00.000Z',
      },
    ])
  })

  it('hazard 37: asks a device to start anew for a shop whose feed is another, or whose head lies behind the checkpoint', async () => {
    const [a, b, c] = shops as [string, string, string]
    for (const shopId of shops) await addCustomers(shopId, 2)
    const { checkpoint } = await pull({})
    const asked = {
      ...checkpoint,
      [a]: { epoch: 'of a backup', seq: 1 },
      [b]: { epoch: checkpoint[b]?.epoch, seq: 999 },
      [c]: { epoch: checkpoint[c]?.epoch, seq: 0 },
    }
    const page = await pull({ checkpoint: asked })
    expect(page.reset).toEqual([a, b])
    expect(Object.keys(page.checkpoint)).toEqual([c])
    expect(page.documents.map((document) => document.shopId)).toEqual([c, c])
    const again = await pull({ checkpoint: page.checkpoint })
    expect(again.reset).toEqual([])
    expect(again.documents.map((document) => document.shopId)).toEqual([a, a, b, b])
  })

  it('resets every shop after the epochs were renewed', async () => {
    await addCustomers(shops[0] ?? '', 1)
    const { checkpoint } = await pull({})
    await renewEpochs(world.services.db, world.services.newId)
    expect((await pull({ checkpoint })).reset).toEqual(shops)
  })

  it('hazard 8: names the shops that are gone, whether they exist or not, and goes on past them', async () => {
    const [a, b, c] = shops as [string, string, string]
    await addCustomers(a, 3)
    await addCustomers(b, 3)
    await addCustomers(c, 3)
    const { checkpoint } = await pull({ limit: 1 })
    await world.services.db.deleteFrom('shop_users').where('user_id', '=', userId).where('shop_id', 'in', [a, b]).execute()
    const invented = v7()
    const page = await pull({ limit: 2, checkpoint: { ...checkpoint, [invented]: { epoch: 'x', seq: 4 } } })
    expect(page.gone.sort()).toEqual([a, b, invented].sort())
    expect(page.documents.map((document) => document.shopId)).toEqual([c, c])
    expect(Object.keys(page.checkpoint)).toEqual([c])
  })

  it('gives nothing of shops that the caller does not belong to', async () => {
    await addCustomers(shops[0] ?? '', 3)
    const stranger = await world.addUser({ shopIds: [] })
    expect(await pull({}, stranger)).toEqual({ documents: [], checkpoint: {}, reset: [], gone: [] })
  })

  it('gives a device the newest 1,000 activities of a shop to start with, and all that follow', async () => {
    const [a] = shops as [string]
    for (let round = 0; round < 3; round++) await addCustomers(a, 400)
    const { documents, checkpoint } = await pullAll(300, 'activities')
    expect(documents).toHaveLength(1_000)
    expect(documents[0]).toMatchObject({ auditText: "Customer 'Customer 200' created" })
    await addCustomers(a, 1)
    expect((await pull({ collection: 'activities', checkpoint })).documents).toHaveLength(1)
    expect((await pull({ collection: 'activities', limit: 5_000, checkpoint: { [a]: { epoch: checkpoint[a]?.epoch, seq: 0 } } })).documents).toHaveLength(1_000)
    expect((await pullAll(5_000, 'customers')).documents).toHaveLength(1_201)
  })

  it('refuses what the privileges do not cover, what does not exist, and limits out of bounds', async () => {
    const clerk = await world.addUser({ shopIds: shops, privileges: ['delete_order'] satisfies Privilege[] })
    await expect(pull({ collection: 'activities' }, clerk)).rejects.toMatchObject({ code: 'FORBIDDEN', status: 403 })
    for (const collection of ['users', 'order_status_history', 'constructor', ''])
      await expect(pull({ collection })).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 })
    for (const limit of [0, -1, 5_001, 1.5, '10', null]) await expect(pull({ limit })).rejects.toMatchObject({ code: 'VALIDATION', status: 400 })
    for (const checkpoint of [[], 'x', { [shops[0] ?? '']: { epoch: 1, seq: 1 } }, { [shops[0] ?? '']: { epoch: 'x', seq: -1 } }]) {
      await expect(pull({ checkpoint })).rejects.toMatchObject({ code: 'VALIDATION' })
    }
  })

  it('hazard 35: misses no row though the server clock steps back', async () => {
    const [a] = shops as [string]
    await addCustomers(a, 2)
    const { checkpoint } = await pull({})
    world.now = new Date('2020-01-01T00:00:00.000Z')
    const [id] = await addCustomers(a, 1)
    expect((await pull({ checkpoint })).documents).toMatchObject([{ id, createdAt: '2020-01-01T00:00:00.000Z' }])
  })
})
