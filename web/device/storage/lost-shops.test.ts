import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { Dexie } from 'dexie'
import { v7 } from 'uuid'
import type { Json } from '#schema/values/merge.ts'
import { type DeviceStore, openDeviceStore, type RefusedEntry } from './unsent-store.ts'
import { forgetLostShops } from './lost-shops.ts'
import { closeTestDevices, customerInput, faulty, offline, openTestDevice, until, untilSynced } from '../testing/test-device.ts'
import { ModelServer } from '../testing/test-model-server.ts'

afterEach(closeTestDevices)

const shopId = v7()
const otherShopId = v7()

async function world() {
  const server = new ModelServer()
  const userId = v7()
  server.addUser(userId, [shopId, otherShopId])
  const api = faulty(server.apiOf(userId))
  const customer = customerInput({ name: 'Known Kira', customerNotes: 'The former note' })
  server.write(userId, shopId, [{ action: 'create', collection: 'customers', id: customer.id, values: customer.values }])
  const device = await openTestDevice({ userId, api })
  await untilSynced(device)
  await until(async () => (await device.rows.list('customers', shopId)).length === 1)
  const setShops = (shopIds: string[]): void => {
    const user = server.users.get(userId)
    if (user) user.shopIds = shopIds
  }
  return { server, userId, api, customer, device, setShops }
}

async function readRawText(userId: string): Promise<string> {
  const texts: string[] = []
  for (const name of (await Dexie.getDatabaseNames()).filter((each) => each.includes(userId) && !each.startsWith('pubkey.'))) {
    const database = new Dexie(name)
    await database.open()
    for (const table of database.tables) texts.push(JSON.stringify(await table.toArray()))
    database.close()
  }
  return texts.join('\n')
}

/** Opens the store without a device. */
async function withStore(userId: string, run: (store: DeviceStore) => Promise<unknown>): Promise<void> {
  const store = await openDeviceStore(userId)
  await run(store)
  store.close()
}

it('after the loss of a membership the refused change holds what the person typed, and nothing of what the row was', async () => {
  const { userId, api, customer, device, setShops } = await world()
  api.always = offline
  await device.write(shopId, [{ action: 'update', collection: 'customers', id: customer.id, values: { customerNotes: 'What was typed' } }])
  await device.write(shopId, [customerInput({ name: 'Taken In' })])
  setShops([otherShopId])
  api.always = undefined
  device.wakeUp('online')
  await until(() => device.sync.status.get().attention === 2)
  await until(async () => !/Known Kira|former note/.test(await readRawText(userId)), 'the shop’s text to go')
  expect(device.refused.changes.get().map(({ summary, ops }) => ({ summary, ops }))).toEqual([
    { summary: 'Customer: Customer notes changed', ops: [expect.objectContaining({ changes: { customerNotes: { from: null, to: 'What was typed' } } })] },
    { summary: "Customer 'Taken In' created", ops: [expect.objectContaining({ action: 'create' })] },
  ])
})

it('what was refused and discarded before, sent, found newer or told of a lost shop goes too; that of other shops stays', async () => {
  const { userId, api, customer, device, setShops } = await world()
  api.always = offline
  await device.write(shopId, [{ action: 'update', collection: 'customers', id: customer.id, values: { customerNotes: 'What was typed' } }])
  api.always = undefined
  api.faults.push.push((send) =>
    send().then((answer) => ({
      ...(answer as object),
      results: (answer as { results: object[] }).results.map((result) => ({ ...result, outcome: 'rejected', error: { code: 'CONFLICT', message: 'No.' } })),
    })),
  )
  device.wakeUp('online')
  await until(() => device.sync.status.get().attention === 1)
  await device.refused.discard(device.refused.changes.get()[0]?.id ?? '')
  const mutation = (inShop: string, name: string) => ({
    id: v7(),
    shopId: inShop,
    at: '2026-03-02T08:00:00.000Z',
    ops: [{ action: 'create' as const, collection: 'customers', id: v7(), values: { name } }],
  })
  const rowIn = (inShop: string, name: string) => ({
    id: v7(),
    shopId: inShop,
    name,
    seq: 1,
    createdAt: '2026-03-02T08:00:00.000Z',
    updatedAt: '2026-03-02T08:00:00.000Z',
  })
  await withStore(userId, async (store) => {
    for (const [inShop, mark] of [
      [shopId, 'Lost'],
      [otherShopId, 'Kept'],
    ] as const) {
      const sent = mutation(inShop, `${mark} Sent`)
      await store.sent.put({
        id: sent.id,
        position: 1,
        mutation: sent,
        effects: [],
        keys: [],
        bytes: 100,
        summary: `${mark} Sent`,
        answeredAt: '2026-03-02T08:00:00.000Z',
      })
      await store.newer.put({ key: `customers/${v7()}`, row: rowIn(inShop, `${mark} Newer`), foundAt: '2026-03-02T08:00:00.000Z' })
      const notice = {
        id: v7(),
        shopId: inShop,
        kind: 'twin',
        collection: 'customers',
        rowId: v7(),
        params: { name: `${mark} Notice` },
        createdAt: '2026-03-02T08:00:00.000Z',
      }
      await store.notices.put({ id: notice.id, shopId: inShop, value: notice, createdAt: notice.createdAt })
    }
  })
  setShops([otherShopId])
  device.wakeUp('online')
  await until(async () => !/Known Kira|former note|Lost Sent|Lost Newer|Lost Notice/.test(await readRawText(userId)), 'the shop’s text to go')
  const raw = await readRawText(userId)
  for (const kept of ['What was typed', 'Kept Sent', 'Kept Newer', 'Kept Notice']) expect(raw).toContain(kept)
})

it('a refused change of a shop that came back is tried again on top of what the row holds now', async () => {
  const { api, customer, device, server, setShops } = await world()
  api.always = offline
  await device.write(shopId, [{ action: 'update', collection: 'customers', id: customer.id, values: { email: 'typed@example.com' } }])
  setShops([otherShopId])
  api.always = undefined
  device.wakeUp('online')
  await until(() => device.sync.status.get().attention === 1)
  await until(() => device.refused.changes.get()[0]?.summary === 'Customer: Email changed')
  await until(async () => (await device.rows.list('customers', shopId)).length === 0)
  setShops([shopId, otherShopId])
  device.wakeUp('online')
  await until(async () => device.sync.bootstrap.get()?.shops.length === 2 && (await device.rows.list('customers', shopId)).length === 1)
  await device.refused.retry(device.refused.changes.get()[0]?.id ?? '')
  await untilSynced(device)
  expect([...server.state().values()]).toEqual([expect.objectContaining({ name: 'Known Kira', email: 'typed@example.com' })])
})

/** A change typed offline and refused because the shop was lost; the shop came back with a colleague's changes. */
async function worldWithRefused(typed: Record<string, Json>, meanwhile: Record<string, Json>) {
  const { userId, api, customer, device, server, setShops } = await world()
  const colleagueId = v7()
  server.addUser(colleagueId, [shopId])
  api.always = offline
  await device.write(shopId, [{ action: 'update', collection: 'customers', id: customer.id, values: typed }])
  setShops([otherShopId])
  api.always = undefined
  device.wakeUp('online')
  await until(() => device.refused.changes.get()[0]?.isStripped === true)
  await until(async () => (await device.rows.list('customers', shopId)).length === 0)
  const changes = Object.fromEntries(Object.entries(meanwhile).map(([field, to]) => [field, { from: customer.values[field as 'name'] ?? null, to }]))
  server.write(colleagueId, shopId, [{ action: 'update', collection: 'customers', id: customer.id, changes }])
  setShops([shopId, otherShopId])
  device.wakeUp('online')
  await until(async () => device.sync.bootstrap.get()?.shops.length === 2 && (await device.rows.list('customers', shopId)).length === 1)
  return { userId, device, server, refusedId: device.refused.changes.get()[0]?.id ?? '', customer }
}

it('whoever set a field while the shop was lost counts as replaced, and the lines that they added stay', async () => {
  const { device, server, refusedId } = await worldWithRefused(
    { email: 'typed@example.com', customerNotes: 'The former note\nTyped' },
    { email: 'colleague@example.com', customerNotes: 'The former note\nOf a colleague' },
  )
  await device.refused.retry(refusedId)
  await untilSynced(device)
  expect(server.pushes.at(-1)?.mutations[0]?.ops).toEqual([
    expect.objectContaining({
      changes: { email: { from: null, to: 'typed@example.com' }, customerNotes: { from: 'The former note', to: 'The former note\nTyped' } },
    }),
  ])
  expect([...server.state().values()]).toEqual([
    expect.objectContaining({ email: 'typed@example.com', customerNotes: 'The former note\nOf a colleague\nTyped' }),
  ])
})

it('a note that is corrected in its form before it is tried again doubles no line', async () => {
  const { device, server, refusedId, customer } = await worldWithRefused(
    { customerNotes: 'The former note\nTyped' },
    { customerNotes: 'The former note\nOf a colleague' },
  )
  await device.refused.retry(refusedId, [
    { action: 'update', collection: 'customers', id: customer.id, values: { customerNotes: 'The former note\nTyped better' }, seen: { customerNotes: null } },
  ])
  await untilSynced(device)
  expect([...server.state().values()]).toEqual([expect.objectContaining({ customerNotes: 'The former note\nOf a colleague\nTyped better' })])
})

it('that it forgot what the row held outlives the removal of the storage', async () => {
  const { userId, device, refusedId } = await worldWithRefused({ email: 'typed@example.com' }, {})
  await withStore(userId, (store) => store.transaction('rw', store.tables, () => Promise.all(store.tables.map((table) => table.clear()))))
  device.wakeUp('visible')
  await until(async () => {
    let isHeldAgain = false
    await withStore(userId, async ({ refused }) => (isHeldAgain = (await refused.get(refusedId)) !== undefined))
    return isHeldAgain
  })
  await withStore(userId, async ({ refused }) => expect(await refused.get(refusedId)).toMatchObject({ isStripped: true }))
})

it('refused and discarded changes of shops that are not lost, or were stripped before, are not written again', async () => {
  await withStore(v7(), async (store) => {
    const refusedIn = (inShop: string): RefusedEntry => {
      const mutation = {
        id: v7(),
        shopId: inShop,
        at: '2026-03-02T08:00:00.000Z',
        ops: [{ action: 'create' as const, collection: 'customers', id: v7(), values: { name: 'Ada' } }],
      }
      return { id: mutation.id, mutation, error: { code: 'CONFLICT', message: 'No.' }, refusedAt: mutation.at, summary: 'Customer created' }
    }
    const [lost, discarded] = [refusedIn(shopId), refusedIn(shopId)]
    const kept = [1, 2, 3].map(() => refusedIn(otherShopId))
    await store.refused.bulkPut([...kept, lost])
    await store.meta.bulkPut([discarded, refusedIn(otherShopId)].map((value) => ({ key: `discarded/${value.id}`, value })))
    const put = vi.spyOn(IDBObjectStore.prototype, 'put')
    expect(await forgetLostShops(store, (id) => id === shopId)).toBe(true)
    expect(put).toHaveBeenCalledTimes(2)
    expect(await forgetLostShops(store, (id) => id === shopId)).toBe(false)
    expect(put).toHaveBeenCalledTimes(2)
    put.mockRestore()
    expect(await store.refused.get(lost.id)).toMatchObject({ isStripped: true })
    expect((await store.meta.get(`discarded/${discarded.id}`))?.value).toMatchObject({ isStripped: true })
    expect(await store.refused.bulkGet(kept.map(({ id }) => id))).toEqual(kept)
  })
})
