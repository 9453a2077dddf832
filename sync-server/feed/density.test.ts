import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { v5, v7 } from 'uuid'
import type { MutationResult } from '#schema/api/sync.ts'
import { collectionNames } from '#schema/collections/index.ts'
import { engineOf } from '../db/engines/engine.ts'
import { toDynamicDb } from '../db/database.ts'
import { create, createWorld, mutation, remove, restore, update, type World } from '../testing/test-world.ts'
import { applyMutations } from '../store/write.ts'
import { FeedBus } from '../events/feed-bus.ts'

describe('the feed of a shop', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  const readFeed = async (shopId: string) => {
    const rows = await Promise.all(
      collectionNames.map((name) =>
        toDynamicDb(world.services.reader)
          .selectFrom(name as string)
          .select(['id', 'seq', 'deleted'])
          .where('shop_id', '=', shopId)
          .execute(),
      ),
    )
    const { seq: head } = await world.services.reader.selectFrom('shop_feed').select('seq').where('shop_id', '=', shopId).executeTakeFirstOrThrow()
    return { rows: rows.flat().map((row) => ({ id: String(row['id']), seq: Number(row['seq']), deleted: row['deleted'] === 1 })), head }
  }

  type Mutation = { row: number; action: 'create' | 'update' | 'delete' | 'restore'; value: string; isBroken: boolean; again: boolean }
  const mutationArbitrary: fc.Arbitrary<Mutation> = fc.record({
    row: fc.nat(4),
    action: fc.constantFrom('create', 'update', 'delete', 'restore'),
    value: fc.constantFrom('a', 'b', 'c'),
    isBroken: fc.boolean(),
    again: fc.boolean(),
  })

  it('agrees with a simple model whatever is pushed: dense, ascending, each row at its newest place', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(mutationArbitrary, { maxLength: 8 }), { maxLength: 6 }), async (pushes) => {
        const shopId = await world.addShop()
        const userId = await world.addUser({ shopIds: [shopId] })
        const idOf = (row: number) => v5(`supplier ${row}`, shopId)
        const model = new Map<string, { value: string; deleted: boolean; seq: number }>()
        let head = 0
        for (const changes of pushes) {
          const mutations: unknown[] = []
          const expected: MutationResult['outcome'][] = []
          for (const { row, action, value, isBroken, again } of changes) {
            const id = idOf(row)
            const known = model.get(id)
            const ops = {
              create: create('suppliers', id, { supplierName: value }),
              update: update('suppliers', id, { supplierName: [known?.value ?? null, value] }),
              delete: remove('suppliers', id),
              restore: restore('suppliers', id),
            }
            const sent = mutation(shopId, isBroken ? [ops[action], create('suppliers', v7(), { supplierName: '' })] : [ops[action]])
            const isFine = !isBroken && (action === 'create' ? !known : action === 'update' ? known !== undefined && !known.deleted : known !== undefined)
            mutations.push(sent, ...(again ? [sent] : []))
            expected.push(...Array.from({ length: again ? 2 : 1 }, () => (isFine ? ('applied' as const) : ('rejected' as const))))
            if (!isFine) continue
            const next = { value: action === 'create' || action === 'update' ? value : (known?.value ?? ''), deleted: action === 'delete' }
            if (known && known.value === next.value && known.deleted === next.deleted) continue
            model.set(id, { ...next, seq: head + 1 })
            head += 2
          }
          const results = await world.push(userId, mutations)
          expect(results.map(({ outcome }) => outcome)).toEqual(expected)
        }
        const feed = await readFeed(shopId)
        expect(feed.head).toBe(head)
        const stored = await world.services.reader
          .selectFrom('suppliers')
          .select(['id', 'supplier_name', 'deleted', 'seq'])
          .where('shop_id', '=', shopId)
          .execute()
        expect(new Map(stored.map((row) => [row.id, { value: row.supplier_name, deleted: row.deleted === 1, seq: row.seq }]))).toEqual(model)
        const activities = await world.services.reader.selectFrom('activities').select('seq').where('shop_id', '=', shopId).orderBy('seq').execute()
        expect(activities.map(({ seq }) => seq)).toEqual(Array.from({ length: head / 2 }, (_, index) => index * 2 + 2))
      }),
      { numRuns: 40 },
    )
  })

  it('is dense and ascending in commit order under concurrent pushes to several shops', async () => {
    const shopIds = [await world.addShop(), await world.addShop()]
    const userId = await world.addUser({ shopIds })
    const announced = new Map<string, number[]>()
    const stop = world.services.bus.subscribe((event) => {
      if (event.kind === 'heads') announced.set(event.shopId, [...(announced.get(event.shopId) ?? []), Math.max(...Object.values(event.heads))])
    })
    await Promise.all(
      Array.from({ length: 30 }, (_, push) =>
        world.push(
          userId,
          Array.from({ length: 20 }, (_unused, index) =>
            mutation(shopIds[(push + index) % 2] ?? '', [create('suppliers', v7(), { supplierName: index % 7 === 3 ? '' : 'x' })]),
          ),
        ),
      ),
    )
    stop()
    for (const shopId of shopIds) {
      const { rows, head } = await readFeed(shopId)
      expect(rows.map(({ seq }) => seq).sort((a, b) => a - b)).toEqual(Array.from({ length: head }, (_, index) => index + 1))
      const heads = announced.get(shopId) ?? []
      // PostgreSQL lets the next transaction write before it reports the commit, so heads may arrive out of order.
      if (engineOf(world.services.db).name === 'sqlite') expect([...heads].sort((a, b) => a - b)).toEqual(heads)
      expect(Math.max(...heads)).toBe(head)
    }
  })

  it('is dense when two processes write to one shop at the same time', async () => {
    const shopId = await world.addShop()
    const userId = await world.addUser({ shopIds: [shopId] })
    const elsewhere = await world.openElsewhere()
    const services = { ...world.services, db: elsewhere.db, reader: elsewhere.reader, bus: new FeedBus() }
    const caller = await world.caller(userId)
    const mutations = () => Array.from({ length: 10 }, () => mutation(shopId, [create('suppliers', v7(), { supplierName: 'x' })]))
    const push = () => ({ deviceId: null, clockOffsetMs: 0, receivedAt: world.now, mutations: mutations() })
    await Promise.all(Array.from({ length: 20 }, (_, index) => applyMutations(index % 2 === 0 ? services : world.services, caller, push())))
    await elsewhere.close()
    const { rows, head } = await readFeed(shopId)
    expect(head).toBe(400)
    expect(rows.map(({ seq }) => seq).sort((a, b) => a - b)).toEqual(Array.from({ length: head }, (_, index) => index + 1))
  })
})
