import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { digestRequestSchema } from '#schema/api/sync.ts'
import { Digest } from '#schema/rules/merge/digest.ts'
import { readCaller } from '../queries/people/read-caller.ts'
import { create, createWorld, mutation, remove, update, type World } from '../testing/test-world.ts'
import { digestRows } from './digest.ts'
import { pullPage } from './pull.ts'

describe('digestRows', () => {
  let world: World
  let shopId: string
  let userId: string
  const fields = ['name', 'phone', 'email']

  beforeEach(async () => {
    world = await createWorld()
    shopId = await world.addShop()
    userId = await world.addUser({ shopIds: [shopId], privileges: [] })
  })
  afterEach(() => world.close())

  let read = 0
  const pull = async () => pullPage(world.services, await readCaller(world.services.reader, userId), { collection: 'customers', limit: 5_000, checkpoint: {} })
  const ask = async (more: Record<string, unknown> = {}) => {
    const { checkpoint } = await pull()
    const place = checkpoint[shopId] ?? { epoch: '', seq: 0 }
    return digestRows(
      world.services,
      await readCaller(world.services.reader, userId),
      digestRequestSchema.parse({ shopId, collection: 'customers', epoch: place.epoch, seq: place.seq, fields, ...more }),
      (rows) => void (read += rows),
    )
  }

  it('sums what a device that pulled all of it holds, over many steps, without what was deleted', async () => {
    const ids = Array.from({ length: 1_200 }, () => v7())
    for (let start = 0; start < ids.length; start += 400)
      await world.push(
        userId,
        ids.slice(start, start + 400).map((id) => mutation(shopId, [create('customers', id, { name: `Mary ${id}` })])),
      )
    const admin = await world.addUser({ shopIds: [shopId] })
    await world.push(admin, [mutation(shopId, [remove('customers', ids[3] ?? '')])])
    const own = new Digest(fields)
    for (const document of (await pull()).documents) if (document._deleted !== true) own.add(document as unknown as Parameters<Digest['add']>[0])
    expect(await ask()).toEqual({ isMoved: false, rows: 1_199, sums: own.toSums() })
  })

  it('differs in one range where one field differs', async () => {
    const id = v7()
    await world.push(userId, [mutation(shopId, [create('customers', id, { name: 'Mary' })])])
    const { documents } = await pull()
    const own = new Digest(fields)
    own.add({ ...(documents[0] as unknown as Parameters<Digest['add']>[0]), name: 'Marie' })
    const { sums = [] } = await ask()
    expect(own.toSums().filter((sum, range) => sum !== sums[range])).toHaveLength(1)
  })

  it('takes each field once', () => {
    expect(digestRequestSchema.safeParse({ shopId, collection: 'customers', epoch: '', seq: 0, fields: ['name', 'email'] }).success).toBe(true)
    expect(digestRequestSchema.safeParse({ shopId, collection: 'customers', epoch: '', seq: 0, fields: ['name', 'name'] }).success).toBe(false)
  })

  it('compares nothing for a device that is behind, or knows another feed', async () => {
    const id = v7()
    await world.push(userId, [mutation(shopId, [create('customers', id, { name: 'Mary' })])])
    const { checkpoint } = await pull()
    await world.push(userId, [mutation(shopId, [update('customers', id, { name: ['Mary', 'Maria'] })])])
    read = 0
    expect(await ask({ seq: checkpoint[shopId]?.seq })).toEqual({ isMoved: true, rows: 0 })
    expect(await ask({ epoch: v7() })).toMatchObject({ isMoved: true })
    // A moved feed is detected without reading rows.
    expect(read).toBe(0)
    await ask()
    expect(read).toBe(1)
  })

  it('gives nothing of shops, collections and fields that the caller may not read', async () => {
    const other = await world.addShop('Other')
    await expect(ask({ shopId: other })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(ask({ collection: 'activities', fields: [] })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(ask({ collection: 'users' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(ask({ fields: ['accessCodeHash'] })).rejects.toMatchObject({ code: 'VALIDATION' })
  })

  it('notes in the log how many rows of a device differed, by ids only', async () => {
    const lines: unknown[] = []
    world.services.log.warn = (fieldsOfLine: unknown, message?: unknown) => {
      // Skip slow-request warnings of a busy machine.
      if (message === 'digest mismatch') lines.push([message, fieldsOfLine])
    }
    await ask({ differed: 3 })
    expect(lines).toEqual([['digest mismatch', { collection: 'customers', shopId, userId, rows: 3 }]])
  })
})
