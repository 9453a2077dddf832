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

/** Nothing happens because of elapsed time: no heartbeat, no idle compaction. */
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

// The form closes when write() resolves. Each writing transaction is a disk flush: one for the outbox, one for the
// rows. The reading ones find the customer, the rows, and check three times whether another tab took the lock.
it('a saved order takes two transactions that write until it is stored, and four more until its answer and its live row are', async () => {
  const push = pausePoint()
  api.faults.push.push(push.fault)
  await device.write(shopId, [orderInput(customer.id)])
  expect(transactions.take()).toEqual({ readonly: 5, readwrite: 2 })

  // Sending starts from memory.
  await push.reached
  await transactions.whenQuiet()
  expect(transactions.take()).toEqual({ readonly: 0, readwrite: 0 })

  // Response into the outbox, the row, removal from the outbox; and the checkpoint of the live row.
  push.go()
  await untilSynced(device)
  await transactions.whenQuiet()
  expect(transactions.take()).toEqual({ readonly: 6, readwrite: 4 })
})

// Forms wait while outbox and rows are written: the cost of a backlog must depend on the number of pushes, not of
// mutations.
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

// Every device of the shop stores the row, so its cost must not grow.
it('a row that the live stream brings takes one transaction that writes, and no request', async () => {
  const { length } = server.pulls
  writeAtServer([orderInput(customer.id)])
  await transactions.whenQuiet()
  expect(transactions.take()).toEqual({ readonly: 3, readwrite: 1 })
  expect(server.pulls).toHaveLength(length)
})

// Rows and checkpoint are stored together: a page is one disk flush, whatever its size.
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
