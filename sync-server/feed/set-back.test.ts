import { copyFile, rm } from 'node:fs/promises'
import { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import fc from 'fast-check'
import { parseInput } from '#schema/api/parse.ts'
import { pullRequestSchema, type Checkpoint, type KnownFeeds, type LiveRows, type PullResponse } from '#schema/api/sync.ts'
import type { WireDocument } from '#schema/collection.ts'
import { readCaller } from '../queries/people/read-caller.ts'
import { openDatabase } from '../db/open.ts'
import { create, createWorld, mutation, remove, update, type World } from '../testing/test-world.ts'
import type { Services } from '../services.ts'
import { forgetOldMarks } from '../store/sequence/feed-marks.ts'
import { rowReaderOf } from './live-rows.ts'
import { pullPage } from './pull.ts'
import { pushMutations } from './push.ts'

describe('a database that goes back to an earlier copy, without a restore', () => {
  let world: World
  let shopId: string
  let userId: string
  /** The current server: the original database, or the copy that replaced it. */
  let services: Services
  const closeCopies: (() => Promise<void>)[] = []

  beforeEach(async () => {
    world = await createWorld()
    services = world.services
    shopId = await world.addShop()
    userId = await world.addUser({ shopIds: [shopId] })
  })
  afterEach(async () => {
    await closeAll()
    await world.close()
  })

  const closeAll = async (): Promise<void> => {
    for (const close of closeCopies.splice(0)) await close()
  }
  const caller = () => readCaller(services.reader, userId)
  const pull = async (checkpoint: Checkpoint = {}, limit = 100) => pullPage(services, await caller(), { collection: 'customers', limit, checkpoint })
  const push = async (mutations: readonly unknown[], known?: KnownFeeds) =>
    pushMutations(services, await caller(), { deviceId: 'tablet', deviceTime: world.now.toISOString(), mutations: [...mutations], ...(known && { known }) })
  const add = async (count: number, known?: KnownFeeds) =>
    push(
      Array.from({ length: count }, () => mutation(shopId, [create('customers', v7(), { name: 'Mary' })])),
      known,
    )
  const snapshot = async (): Promise<() => Promise<void>> => {
    const copy = `${world.file}.copy`
    await rm(copy, { force: true })
    await services.db.executeQuery(CompiledQuery.raw(`vacuum into '${copy}'`))
    return async () => {
      const file = `${copy}-${v7()}`
      await copyFile(copy, file)
      const { db, reader, close } = await openDatabase({ file })
      closeCopies.push(close)
      services = { ...world.services, db, reader }
    }
  }

  it('asks a device to start anew whose checkpoint it does not contain, also once its head has overtaken it', async () => {
    await add(2)
    const goBack = await snapshot()
    await add(3)
    const { checkpoint } = await pull()
    expect(checkpoint[shopId]?.mark).toEqual(expect.any(String))
    await goBack()
    expect((await pull(checkpoint)).reset).toEqual([shopId])
    for (let index = 0; index < 6; index++) {
      await add(1)
      expect((await pull(checkpoint)).reset).toEqual([shopId])
    }
  })

  it('goes on with a device whose checkpoint is from before the copy', async () => {
    await add(2)
    const { checkpoint } = await pull()
    const goBack = await snapshot()
    await add(3)
    await goBack()
    await add(1)
    const page = await pull(checkpoint)
    expect(page.reset).toEqual([])
    expect(page.documents).toHaveLength(1)
  })

  it('believes a checkpoint without a mark', async () => {
    await add(2)
    const goBack = await snapshot()
    await add(1)
    const { checkpoint } = await pull()
    await goBack()
    await add(2)
    const { epoch = '', seq = 0 } = checkpoint[shopId] ?? {}
    expect((await pull({ [shopId]: { epoch, seq } })).reset).toEqual([])
  })

  it('tells a copied folder from the first one while both go on', async () => {
    await add(1)
    const goToCopy = await snapshot()
    const first = services
    await add(4)
    const { checkpoint } = await pull()
    await goToCopy()
    await add(4)
    const ofCopy = (await pull()).checkpoint
    expect((await pull(checkpoint)).reset).toEqual([shopId])
    services = first
    expect((await pull(checkpoint)).reset).toEqual([])
    expect((await pull(ofCopy)).reset).toEqual([shopId])
  })

  it('takes nothing of a push from a device that knows more, and says how far both agree', async () => {
    const reached: { epoch: string; seq: number; mark: string }[] = []
    let goBack = async (): Promise<void> => undefined
    for (let index = 0; index < 6; index++) {
      if (index === 4) goBack = await snapshot()
      const answer = await add(1, {})
      const place = answer.reached?.[shopId]
      if (place !== undefined) reached.push(place)
    }
    await goBack()
    await add(5)
    const before = (await pull()).documents.length
    const known = { [shopId]: { epoch: reached[0]?.epoch ?? '', places: reached.map(({ seq, mark }) => ({ seq, mark })) } }
    const answer = await add(1, known)
    expect(answer).toMatchObject({ results: [], setBack: { [shopId]: reached[3]?.seq } })
    expect((await pull()).documents).toHaveLength(before)
    const agreed = { [shopId]: { epoch: reached[0]?.epoch ?? '', places: reached.slice(0, 4).map(({ seq, mark }) => ({ seq, mark })) } }
    expect((await add(1, agreed)).results).toMatchObject([{ outcome: 'applied' }])
  })

  it('answers nothing new to a push that names no places', async () => {
    expect(Object.keys(await add(1)).toSorted()).toEqual(['results', 'serverTime'])
  })

  it('asks nobody to start anew whose checkpoint is older than the oldest mark that is kept', async () => {
    await add(2)
    const old = (await pull()).checkpoint
    await add(2)
    const newer = (await pull()).checkpoint
    world.now = new Date(world.now.getTime() + 300 * 24 * 60 * 60 * 1000)
    const [row] = (await pull()).documents
    await push([mutation(shopId, [update('customers', row?.id ?? '', { name: ['Mary', 'Maria'] })], world.now.toISOString())])
    expect(await services.db.transaction().execute((trx) => forgetOldMarks(trx, world.now))).toBeGreaterThan(0)
    const last = (await pull()).checkpoint
    for (const checkpoint of [old, newer, last]) expect((await pull(checkpoint)).reset).toEqual([])
    await add(1)
    for (const checkpoint of [old, newer, last]) expect((await pull(checkpoint)).reset).toEqual([])
  })

  it('asks a device to start anew that was given a page while other rows had moved behind it, and goes on where none had', async () => {
    await add(3)
    const goBack = await snapshot()
    const before = await pull({}, 1)
    const [row] = before.documents
    await push([mutation(shopId, [update('customers', row?.id ?? '', { name: ['Mary', 'Maria'] })])])
    const since = await pull({}, 1)
    expect(since.checkpoint[shopId]?.reached?.seq).toBeGreaterThan(before.checkpoint[shopId]?.reached?.seq ?? 0)
    await goBack()
    expect((await pull(since.checkpoint, 1)).reset).toEqual([shopId])
    expect((await pull(before.checkpoint, 1)).reset).toEqual([])
  })

  it('is told apart by what an answer to a push reached, beside what pages were read at', async () => {
    await add(3)
    const { checkpoint } = await pull({}, 1)
    const goBack = await snapshot()
    const { epoch = '', ...answered } = (await add(1, {})).reached?.[shopId] ?? { seq: 0, mark: '' }
    const known = checkpoint[shopId] ?? { epoch, seq: 0 }
    const asked = parseInput(pullRequestSchema, { collection: 'customers', limit: 1, checkpoint: { [shopId]: { ...known, answered } } }).checkpoint
    expect((await pull(asked)).reset).toEqual([])
    await goBack()
    expect((await pull(asked)).reset).toEqual([shopId])
    await add(3)
    expect((await pull(asked)).reset).toEqual([shopId])
    expect((await pull(checkpoint)).reset).toEqual([])
  })

  it('asks a device to start anew that took live rows while others had moved behind them', async () => {
    await add(1)
    const { seq: after = 0 } = (await pull()).checkpoint[shopId] ?? {}
    await add(2)
    const { checkpoint, documents } = await pull()
    const goBack = await snapshot()
    await push([mutation(shopId, [update('customers', documents[1]?.id ?? '', { name: ['Mary', 'Maria'] })])])
    const head = checkpoint[shopId]?.seq ?? 0
    const json = await rowReaderOf(services.reader).read(userId, [{ shopId, collection: 'customers', after, head }])
    const range = (JSON.parse(json ?? '{}') as LiveRows)[shopId]?.customers
    expect(range?.documents.map(({ id }) => id)).toEqual([documents[2]?.id])
    const reached = range === undefined ? {} : { [shopId]: range.checkpoint }
    expect((await pull(reached)).documents.map(({ id }) => id)).toEqual([documents[1]?.id])
    await goBack()
    expect((await pull(reached)).reset).toEqual([shopId])
    expect((await pull(checkpoint)).reset).toEqual([])
  })

  it('names what lies behind a page as long as something does', async () => {
    await add(2)
    const first = await pull({}, 1)
    const last = await pull(first.checkpoint, 1)
    expect(first.checkpoint[shopId]?.reached).toEqual({ seq: last.checkpoint[shopId]?.seq, mark: last.checkpoint[shopId]?.mark })
    expect(Object.keys(last.checkpoint[shopId] ?? {}).toSorted()).toEqual(['epoch', 'mark', 'seq'])
    expect((await pull(last.checkpoint, 1)).checkpoint).toEqual(last.checkpoint)
  })

  it('leaves no row out, whenever it goes back between the pages of a device, and whatever is written meanwhile', async () => {
    const write = fc.record({ action: fc.constantFrom('write', 'write', 'write', 'remove'), row: fc.nat(3) })
    const page = fc.record({ action: fc.constant('page'), limit: fc.integer({ min: 1, max: 2 }) })
    // `kept`: before the backup; `forgotten`: lost by the restore. The device pulls pages in both.
    const life = fc.record({
      kept: fc.array(fc.oneof({ weight: 3, arbitrary: write }, { weight: 1, arbitrary: page }), { maxLength: 6 }),
      forgotten: fc.array(fc.oneof(write, page), { minLength: 1, maxLength: 6 }),
    })
    type Step = { action: string; row?: number; limit?: number }
    const first = { action: 'write', row: 0 } as const
    const cutOff = { kept: [first, { action: 'write', row: 1 } as const], forgotten: [first, { action: 'page', limit: 1 } as const] }
    await fc.assert(
      fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 3 }), async (lives) => {
        await closeAll()
        services = world.services
        shopId = await world.addShop()
        userId = await world.addUser({ shopIds: [shopId] })
        const ids = Array.from({ length: 4 }, () => v7())
        const device = openModelDevice()
        const take = async ({ action, row = 0, limit = 1 }: Step): Promise<void> => {
          const id = ids[row] ?? ''
          if (action === 'page') return device.take(await pull(device.checkpoint(), limit))
          const ops =
            action === 'remove' ? [remove('customers', id)] : [create('customers', id, { name: 'Mary' }), update('customers', id, { name: ['Mary', v7()] })]
          // The create of an existing row is refused.
          await push(ops.map((op) => mutation(shopId, [op])))
        }
        for (const { kept, forgotten } of lives) {
          for (const step of kept) await take(step)
          const goBack = await snapshot()
          for (const step of forgotten) await take(step)
          await goBack()
        }
        for (let isMore = true; isMore;) {
          const page = await pull(device.checkpoint(), 2)
          device.take(page)
          isMore = page.documents.length >= 2 || page.reset.length > 0
        }
        const fresh = openModelDevice()
        fresh.take(await pull())
        expect(device.living()).toEqual(fresh.living())
      }),
      { numRuns: 20, examples: [[[cutOff]]] },
    )
  }, 60_000)

  /** Applies pages exactly as SYNC.md says. */
  function openModelDevice() {
    const heldById = new Map<string, WireDocument>()
    let checkpoint: Checkpoint = {}
    return {
      checkpoint: () => checkpoint,
      take(page: PullResponse) {
        if (page.reset.length > 0) heldById.clear()
        for (const document of page.documents) if ((document.seq ?? 0) > (heldById.get(document.id)?.seq ?? 0)) heldById.set(document.id, document)
        checkpoint = page.checkpoint
      },
      living: () => new Map([...heldById].filter(([, document]) => document._deleted !== true).toSorted(([one], [other]) => one.localeCompare(other))),
    }
  }
})
