import { afterEach, expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { Privilege } from '#schema/privileges.ts'
import { privilegeNames } from '#schema/privileges.ts'
import { AppError } from '#schema/errors.ts'
import {
  closeTestDevices,
  customerInput,
  faulty,
  fewCollections,
  offline,
  openTestDevice,
  orderInput,
  statusId,
  until,
  untilSynced,
} from '#web/device/testing/test-device.ts'
import { ModelServer } from '#web/device/testing/test-model-server.ts'
import type { BulkAct } from './bulk-act.ts'
import { runBulk, stepSize, undoBulk } from './bulk-run.ts'

afterEach(closeTestDevices)

const shopId = v7()
const names = ['Fixed', 'Dropped Off', 'In the Lab'] as const

/** An offline device whose orders cycle through three statuses. */
async function world({ count = stepSize * 2 + 20, privileges = privilegeNames }: { count?: number; privileges?: readonly Privilege[] } = {}) {
  const server = new ModelServer()
  const [userId, other] = [v7(), v7()]
  server.addUser(userId, [shopId], privileges)
  server.addUser(other, [shopId])
  const customer = customerInput()
  const orders = Array.from({ length: count }, (_, index) =>
    orderInput(customer.id, { itemDetails: `Radio ${index}`, orderStatusId: statusId[names[index % 3] ?? 'Fixed'] }),
  )
  for (const { action, collection, id, values } of [customer, ...orders]) server.write(other, shopId, [{ action, collection, id, values }])
  const api = faulty(server.apiOf(userId))
  const device = await openTestDevice({ userId, api, collections: [...fewCollections, 'assets', 'tests', 'test_results'] })
  await untilSynced(device)
  await until(async () => (await device.rows.list('orders', shopId)).length === count)
  api.always = offline
  const ids = orders.map(({ id }) => id)
  const statuses = async () => (await device.rows.readMany('orders', ids)).map(({ orderStatusId }) => orderStatusId)
  const tried: number[] = []
  const options = { device, shopId, ids, signal: new AbortController().signal, onProgress: (now: number) => void tried.push(now) }
  return { server, device, ids, statuses, tried, options, api }
}

const toFixed: BulkAct = { kind: 'status', value: statusId['Fixed'] }

it('moves every order by a mutation of its own, tells how far it is, and one Undo brings back what each was (BULK-01)', async () => {
  const { device, ids, statuses, tried, options } = await world()
  const before = await statuses()
  const result = await runBulk(toFixed, options)
  expect(await statuses()).toEqual(ids.map(() => statusId['Fixed']))
  expect(tried).toEqual([50, 100, 120])
  // Every third order was Fixed before.
  expect({ done: result.done.length, same: result.same, refused: result.refused, left: result.left }).toEqual({ done: 80, same: 40, refused: [], left: [] })
  expect(device.outbox.waiting.get()).toHaveLength(80)
  expect(device.outbox.waiting.get().every(({ ops }) => ops.length === 1)).toBe(true)
  const undone = await undoBulk(toFixed, result.done, options)
  expect({ done: undone.done.length, refused: undone.refused }).toEqual({ done: 80, refused: [] })
  expect(await statuses()).toEqual(before)
})

it('cancelled in the middle it keeps what is done and says what was not tried', async () => {
  const { ids, statuses, options } = await world()
  const controller = new AbortController()
  const result = await runBulk(toFixed, { ...options, signal: controller.signal, onProgress: (tried) => tried === stepSize && controller.abort() })
  expect(result.left).toEqual(ids.slice(stepSize))
  expect(result.done.length + result.same).toBe(stepSize)
  expect((await statuses()).slice(0, stepSize).every((status) => status === statusId['Fixed'])).toBe(true)
})

it('says of each order that was refused which one it is and why, and does the others', async () => {
  const { device, ids, options } = await world({ count: 6 })
  await device.write(shopId, [{ action: 'delete', collection: 'orders', id: ids[1] ?? '' }])
  const result = await runBulk({ kind: 'priority', value: true }, options)
  expect(result.refused).toEqual([{ id: ids[1], title: '', number: null, reason: new AppError('DELETED').message }])
  expect(result.done.map(({ id }) => id)).toEqual(ids.filter((_, place) => place !== 1))
})

it('deletes nothing for whoever may not', async () => {
  const { device, ids, options } = await world({ count: 4, privileges: [] })
  const result = await runBulk({ kind: 'delete' }, options)
  expect(result.refused.map(({ id, title, reason }) => [id, title, reason])).toEqual(
    ids.map((id, place) => [id, `Radio ${place}`, new AppError('FORBIDDEN').message]),
  )
  expect(await device.rows.list('orders', shopId)).toHaveLength(4)
})

it('an Undo of deletions brings every order back', async () => {
  const { device, ids, options, api } = await world({ count: 70 })
  const result = await runBulk({ kind: 'delete' }, options)
  expect(await device.rows.list('orders', shopId)).toEqual([])
  const undone = await undoBulk({ kind: 'delete' }, result.done, options)
  expect(undone.done.map(({ id }) => id)).toEqual(ids)
  expect(await device.rows.list('orders', shopId)).toHaveLength(70)
  api.always = undefined
  await device.sync.run()
  await untilSynced(device)
  expect(await device.rows.list('orders', shopId)).toHaveLength(70)
  expect(device.refused.changes.get()).toEqual([])
})

it('an Undo leaves alone what somebody changed since, and says so', async () => {
  const { device, ids, options, statuses } = await world({ count: 3 })
  const result = await runBulk({ kind: 'status', value: statusId['Cancelled'] }, options)
  await device.write(shopId, [{ action: 'update', collection: 'orders', id: ids[1] ?? '', values: { orderStatusId: statusId['Fixed'] } }])
  const undone = await undoBulk({ kind: 'status', value: statusId['Cancelled'] }, result.done, options)
  expect(undone.refused).toMatchObject([{ id: ids[1], title: 'Radio 1', reason: 'Somebody has changed it since. It is left as it is.' }])
  expect(await statuses()).toEqual([statusId['Fixed'], statusId['Fixed'], statusId['In the Lab']])
})

it('stops where this device cannot store any more: what is stored stays, the rest is named with the reason', async () => {
  const { device, ids, options } = await world()
  let steps = 0
  const breaking = {
    rows: device.rows,
    writeTogether: (...given: Parameters<typeof device.writeTogether>) =>
      ++steps === 2 ? Promise.reject(new AppError('UNAVAILABLE', 'The storage is full.')) : device.writeTogether(...given),
  }
  const result = await runBulk(toFixed, { ...options, device: breaking })
  expect(result.left).toEqual(ids.slice(stepSize))
  expect(result.trouble).toBe('The storage is full.')
  expect(result.done.length + result.same).toBe(stepSize)
})
