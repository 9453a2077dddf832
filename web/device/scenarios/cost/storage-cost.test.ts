import { afterEach, beforeEach, expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { CollectionName } from '#schema/collections/index.ts'
import { localVersion } from '../../storage/local-version.ts'
import { defaultPackedSizes } from '../../storage/packed/store-sizes.ts'
import type { Wait } from '../../platform/ports.ts'
import { countTransactions, type TransactionCounter } from '../../testing/count-transactions.ts'
import { neverIdleMs } from '../../testing/packed-sizes.ts'
import {
  closeTestDevices,
  customerInput,
  faulty,
  type FaultyApi,
  offline,
  openTestDevice,
  orderInput,
  pausePoint,
  testStorage,
  type TestDevice,
  until,
  untilSynced,
} from '../../testing/test-device.ts'
import { ModelServer } from '../../testing/test-model-server.ts'

/** Nothing comes because a time has passed: no heartbeat, and no compaction of a device that has nothing else to do. */
const noTime: Wait = (_, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve())
  })
const storage = testStorage('tab', localVersion, { ...defaultPackedSizes, idleMs: neverIdleMs })

const [shopId, colleague] = [v7(), v7()]
const customer = customerInput()
let server: ModelServer
let api: FaultyApi
let device: TestDevice
let transactions: TransactionCounter

const writeAtServer = (inputs: readonly { action: 'create'; collection: CollectionName; id: string; values: object }[]): void => {
  const at = server.now.toISOString()
  const mutations = inputs.map(({ action, collection, id, values }) => ({ id: v7(), shopId, at, ops: [{ action, collection, id, values: values as never }] }))
  server.push(colleague, { deviceId: 'other', deviceTime: at, mutations })
}

beforeEach(async () => {
  transactions = countTransactions()
  server = new ModelServer()
  const userId = v7()
  for (const id of [userId, colleague]) server.addUser(id, [shopId])
  writeAtServer([customer, orderInput(customer.id)])
  api = faulty(server.apiOf(userId))
  device = await openTestDevice({ userId, api, storage, wait: noTime })
  await untilSynced(device)
  await transactions.whenQuiet()
  transactions.take()
})
afterEach(async () => {
  await closeTestDevices()
  transactions.stop()
})

// Save answers, and the form closes, when write() resolves. Each transaction that writes is a flush to the disk: one for the outbox and one
// for the rows. Those that read find the customer, the rows, and three times whether another tab took the lock.
it('a saved order takes two transactions that write until it is stored, and four more until its answer and its live row are', async () => {
  const push = pausePoint()
  api.faults.push.push(push.fault)
  await device.write(shopId, [orderInput(customer.id)])
  expect(transactions.take()).toEqual({ readonly: 5, readwrite: 2 })

  // Sending begins from memory.
  await push.reached
  await transactions.whenQuiet()
  expect(transactions.take()).toEqual({ readonly: 0, readwrite: 0 })

  // The answer into the outbox, the row, out of the outbox; and how far the feed reaches by the live row.
  push.go()
  await untilSynced(device)
  await transactions.whenQuiet()
  expect(transactions.take()).toEqual({ readonly: 6, readwrite: 4 })
})

// Forms wait while the outbox and the rows are written: what a backlog costs must follow the number of pushes, not of its mutations.
it.each([1, 20])('%i orders that were saved offline are sent and answered in as many transactions as one', async (orders) => {
  const { length } = server.pushes
  api.always = offline
  for (let count = 0; count < orders; count += 1) await device.write(shopId, [orderInput(customer.id)])
  await transactions.whenQuiet()
  transactions.take()
  api.always = undefined
  device.wakeUp('online')
  await untilSynced(device)
  await transactions.whenQuiet()
  expect(server.pushes.slice(length).map(({ mutations }) => mutations.length)).toEqual([orders])
  expect(transactions.take()).toEqual({ readonly: 19, readwrite: 8 })
})

// A colleague's change shows from memory; what is stored behind it must not grow, because every device of the shop stores it.
it('a row that the live stream brings takes one transaction that writes, and no request', async () => {
  const { length } = server.pulls
  writeAtServer([orderInput(customer.id)])
  await transactions.whenQuiet()
  expect(transactions.take()).toEqual({ readonly: 3, readwrite: 1 })
  expect(server.pulls).toHaveLength(length)
})

// Rows and how far they reach are stored together: a page is one flush to the disk, however many rows it has.
it('a pulled page of 500 rows takes one transaction that writes', async () => {
  server.sendsRows = false
  const { length } = server.pulls
  writeAtServer(Array.from({ length: 500 }, () => orderInput(customer.id)))
  await until(() => server.pulls.length > length)
  await transactions.whenQuiet()
  expect(transactions.take()).toEqual({ readonly: 2, readwrite: 1 })
  expect(server.pulls).toHaveLength(length + 1)
  expect(await device.rows.list('orders', shopId)).toHaveLength(501)
})
