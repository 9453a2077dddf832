import { copyFile, rm } from 'node:fs/promises'
import { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { Checkpoint, KnownFeeds } from '#schema/api/sync.ts'
import { readCaller } from '../queries/people/read-caller.ts'
import { openDatabase } from '../db/open.ts'
import { create, createWorld, mutation, update, type World } from '../testing/test-world.ts'
import type { Services } from '../services.ts'
import { forgetOldMarks } from '../store/sequence/feed-marks.ts'
import { pullPage } from './pull.ts'
import { pushMutations } from './push.ts'

describe('a database that goes back to an earlier copy, without a restore', () => {
  let world: World
  let shopId: string
  let userId: string
  /** What answers now: the database, or the copy that took its place. */
  let services: Services
  let closeCopy: (() => Promise<void>) | undefined

  beforeEach(async () => {
    world = await createWorld()
    services = world.services
    shopId = await world.addShop()
    userId = await world.addUser({ shopIds: [shopId] })
  })
  afterEach(async () => {
    await closeCopy?.()
    closeCopy = undefined
    await world.close()
  })

  const caller = () => readCaller(services.reader, userId)
  const pull = async (checkpoint: Checkpoint = {}) => pullPage(services, await caller(), { collection: 'customers', limit: 100, checkpoint })
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
      closeCopy = close
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

  it('believes a checkpoint without a mark, as older clients send it', async () => {
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
})
