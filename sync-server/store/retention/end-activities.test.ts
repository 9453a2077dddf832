import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { activitiesOnDevice, type Checkpoint } from '#schema/api/sync.ts'
import type { WireDocument } from '#schema/collection.ts'
import { endOfDays } from '#schema/rules/merge/retention.ts'
import { startSyncServer, type Client, type SyncServer } from '../../testing/test-sync-server.ts'
import { create, mutation, orderValues, remove, statusId, update } from '../../testing/test-world.ts'
import { purgeDeletedRows } from '../deletions/purge-deleted.ts'
import { endOldActivities, removeEndedActivities, type LogPlace } from './end-activities.ts'

const dayMs = 24 * 60 * 60 * 1000
const keptDays = 365

let server: SyncServer
let shopId: string
let userId: string

beforeEach(async () => {
  server = await startSyncServer()
  shopId = await server.addShop()
  userId = await server.addUser({ shopIds: [shopId] })
})
afterEach(() => server.stop())

/** A new session each time, because sessions expire within the test's time span. */
async function signIn(): Promise<Client> {
  const client = await server.signIn(userId)
  const times = { expires_at: '2039-01-01T00:00:00.000Z', absolute_expires_at: '2039-01-01T00:00:00.000Z' }
  await server.services.db.updateTable('sessions').set(times).where('id', '=', client.sessionId).execute()
  return client
}

const pass = (days: number): void => void (server.now = new Date(server.now.getTime() + days * dayMs))
const push = async (...ops: unknown[]): Promise<void> => {
  const [result] = await server.push(userId, [mutation(shopId, ops, server.now.toISOString())])
  expect(result?.outcome).toBe('applied')
}

async function endAll(): Promise<number> {
  let all = 0
  for (let from: LogPlace | undefined, isMore = true; isMore;) {
    const { ended, next } = await endOldActivities(server.services, shopId, endOfDays(server.now, keptDays), from)
    all += ended
    from = next
    isMore = next !== undefined
  }
  return all
}

async function removeAll(before: string): Promise<number> {
  let all = 0
  for (let ended = 1; ended > 0; all += ended) ended = (await removeEndedActivities(server.services, shopId, before)).ended
  return all
}

type Page = { documents: WireDocument[]; checkpoint: Checkpoint; reset: string[] }
const pullPage = async (checkpoint: Checkpoint, limit: number): Promise<Page> => {
  const { status, body } = await (await signIn()).post('/api/sync/pull', { collection: 'activities', limit, checkpoint })
  expect(status).toBe(200)
  return body as unknown as Page
}

/** A device per SYNC.md, with its copy of the log from the feed. */
function openDevice() {
  const textById = new Map<string, string>()
  const device = {
    textById,
    checkpoint: {} as Checkpoint,
    got: 0,
    resets: 0,
    texts: () => [...textById.values()],
    async pull(limit = 5_000) {
      for (let isMore = true, pages = 0; isMore; pages++) {
        expect(pages).toBeLessThan(500)
        const page = await pullPage(device.checkpoint, limit)
        if (page.reset.length > 0) {
          device.resets += 1
          textById.clear()
        }
        device.got += page.documents.length
        for (const { id, _deleted, ...content } of page.documents) {
          if (_deleted === true) textById.delete(id)
          else textById.set(id, String((content as { auditText?: unknown }).auditText))
        }
        device.checkpoint = page.checkpoint
        isMore = page.documents.length >= limit || page.reset.length > 0
      }
      return device.texts()
    },
  }
  return device
}

const logOf = async (): Promise<string[]> => {
  const { body } = await (await signIn()).get(`/api/${shopId}/activities?limit=1000`)
  return (body as unknown as { auditText: string }[]).map(({ auditText }) => auditText)
}
const beginsAt = async (): Promise<string | undefined> => {
  const { body } = await (await signIn()).get('/api/sync/bootstrap')
  return (body['shops'] as { logBeginsAt?: string }[])[0]?.logBeginsAt
}

describe('entries of the log that have had their days', () => {
  const [customerId, openOrder, doneOrder] = [v7(), v7(), v7()]

  beforeEach(async () => {
    await push(create('customers', customerId, { name: 'Mary' }))
    await push(create('orders', openOrder, orderValues(customerId, { itemDetails: 'Open thing' })))
    await push(create('orders', doneOrder, orderValues(customerId, { itemDetails: 'Done thing' })))
    await push(update('orders', doneOrder, { orderStatusId: [statusId['Dropped Off'], statusId['Picked up']] }))
  })

  it('leave the server and devices, but not those of an order that is not finished, and the shop says from when on its log is whole', async () => {
    const device = openDevice()
    expect(await device.pull()).toHaveLength(4)
    pass(keptDays)
    expect(await endAll()).toBe(0)
    expect(await beginsAt()).toBeUndefined()
    pass(0.5)
    await push(create('tasks', v7(), { description: 'young' }))
    const got = device.got
    expect(await endAll()).toBe(3)
    expect(await device.pull()).toEqual([expect.stringContaining('Open thing'), expect.stringContaining('young')])
    expect(device.got - got).toBe(4)
    expect(device.resets).toBe(0)
    expect((await logOf()).toSorted()).toEqual(device.texts().toSorted())
    expect(await beginsAt()).toBe(endOfDays(server.now, keptDays))
    const left = await server.services.reader
      .selectFrom('activities')
      .select(['audit_text', 'user_id', 'order_id', 'customer_id'])
      .where('deleted', '=', 1)
      .execute()
    expect(new Set(left.map((row) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify({ audit_text: '', user_id: null, order_id: null, customer_id: null })]),
    )
    expect(await endAll()).toBe(0)
  })

  it('go when their order is finished, or has ended, and while it can still be brought back they stay', async () => {
    pass(keptDays + 1)
    expect(await endAll()).toBe(3)
    await push(remove('orders', openOrder))
    expect(await endAll()).toBe(0)
    pass(31)
    expect(await purgeDeletedRows(server.services)).toBe(1)
    expect(await endAll()).toBe(1)
    expect(await logOf()).toEqual([expect.stringContaining('deleted')])
  })

  it('stay for their days from when they arrived, however long before they were done', async () => {
    const doneAt = server.now.toISOString()
    pass(300)
    await server.push(userId, [mutation(shopId, [create('tasks', v7(), { description: 'of the tablet' })], doneAt)])
    pass(100)
    expect(await endAll()).toBe(3)
    expect(await logOf()).toEqual([expect.stringContaining('of the tablet'), expect.stringContaining('Open thing')])
  })

  it('go through a shop of many in steps, past those that stay', async () => {
    for (let start = 0; start < 3; start++) {
      await server.push(
        userId,
        Array.from({ length: 90 }, (_, index) =>
          mutation(shopId, [create('orders', v7(), orderValues(customerId, { itemDetails: `Open ${start}/${index}` }))]),
        ),
      )
      await server.push(
        userId,
        Array.from({ length: 110 }, () => mutation(shopId, [create('tasks', v7(), { description: 'old' })])),
      )
    }
    pass(keptDays + 1)
    const first = await endOldActivities(server.services, shopId, endOfDays(server.now, keptDays), undefined)
    expect(first).toMatchObject({ ended: 200, isOthers: false, next: { id: expect.any(String) } })
    expect(await endAll()).toBe(3 + 3 * 110 - 200)
    expect(await logOf()).toHaveLength(1 + 3 * 90)
  })
})

describe('what is left of entries that ended', () => {
  const addTasks = async (count: number, description: string): Promise<void> => {
    for (let left = count; left > 0; left -= 400)
      await server.push(
        userId,
        Array.from({ length: Math.min(left, 400) }, () => mutation(shopId, [create('tasks', v7(), { description })], server.now.toISOString())),
      )
  }
  const rows = async () => (await server.services.reader.selectFrom('activities').select('id').where('shop_id', '=', shopId).execute()).length

  it('goes too; a device that was in contact notices nothing, one that was away begins anew, and both hold what the server does', async () => {
    await addTasks(30, 'old')
    const [near, away] = [openDevice(), openDevice()]
    await near.pull()
    await away.pull()
    pass(keptDays + 1)
    await addTasks(10, 'young')
    expect(await endAll()).toBe(30)
    await near.pull()
    await addTasks(1, 'newest')
    expect(await removeAll(server.now.toISOString())).toBe(0)
    pass(91)
    expect(await removeAll(endOfDays(server.now, 90))).toBe(30)
    expect(await rows()).toBe(11)
    for (const device of [near, away, openDevice()]) expect((await device.pull()).toSorted()).toEqual((await logOf()).toSorted())
    expect([near.resets, away.resets]).toEqual([0, 1])
    const before = away.got
    await away.pull()
    expect(away.got).toBe(before)
  })

  /** 35 entries remain, of which 30 come before the seq up to which 40 others were removed. */
  const makeLogWithRemovedEntries = async (): Promise<void> => {
    await addTasks(40, 'old')
    pass(200)
    await addTasks(30, 'between')
    pass(keptDays - 199)
    expect(await endAll()).toBe(40)
    await addTasks(5, 'newest')
    pass(91)
    expect(await removeAll(endOfDays(server.now, 90))).toBe(40)
  }

  it('lets a device page through the log from its start, also where entries lie before the place up to which the feed tells nothing', async () => {
    await makeLogWithRemovedEntries()
    const device = openDevice()
    expect(await device.pull(7)).toHaveLength(35)
    expect(device.resets).toBe(0)
  })

  it('lets a device that stopped in the middle of its pages go on, unless more went meanwhile', async () => {
    await makeLogWithRemovedEntries()
    const first = await pullPage({}, 7)
    const second = await pullPage(first.checkpoint, 7)
    expect([second.reset, second.documents.length]).toEqual([[], 7])
    pass(keptDays)
    expect(await endAll()).toBe(35)
    await addTasks(1, 'last')
    pass(91)
    expect(await removeAll(endOfDays(server.now, 90))).toBe(35)
    expect((await pullPage(second.checkpoint, 7)).reset).toEqual([shopId])
    expect((await pullPage({ [shopId]: { epoch: second.checkpoint[shopId]?.epoch ?? '', seq: second.checkpoint[shopId]?.seq ?? 0 } }, 7)).reset).toEqual([])
  })

  it('is never the last row of the feed, whose head would go back', async () => {
    await addTasks(3, 'old')
    pass(keptDays + 1)
    expect(await endAll()).toBe(3)
    const device = openDevice()
    await device.pull()
    pass(91)
    expect(await removeAll(endOfDays(server.now, 90))).toBe(2)
    expect(await device.pull()).toEqual([])
    expect(device.resets).toBe(0)
  })

  it('takes no living entry away from those with which a new device begins', async () => {
    await addTasks(300, 'old')
    pass(keptDays - 1)
    await addTasks(activitiesOnDevice + 100, 'young')
    pass(2)
    expect(await endAll()).toBe(300)
    const device = openDevice()
    await device.pull()
    expect(device.texts().filter((text) => text.includes('young'))).toHaveLength(activitiesOnDevice)
  })
})
