import { beforeEach, expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { Order } from '#schema/collections/work/orders.ts'
import { writeActs } from '#web/device/react/write-acts.ts'
import { customerInput, openTestDevice, orderInput, type TestDevice } from '#web/device/testing/test-device.ts'
import { ModelServer } from '#web/device/testing/test-model-server.ts'
import { type BulkNote, type BulkNotes, noteToRun, openBulkNotes } from './bulk-note.ts'
import { findUnfinished } from './unfinished-bulk.tsx'

const shopId = v7()
const act = { kind: 'priority', value: true } as const

let options: Parameters<typeof openTestDevice>[0]
let device: TestDevice
let notes: BulkNotes
beforeEach(async () => {
  const [server, userId] = [new ModelServer(), v7()]
  server.addUser(userId, [shopId])
  options = { userId, api: server.apiOf(userId) }
  device = await openTestDevice(options)
  notes = openBulkNotes(device.runs, shopId)
})

/** Stores the note with an act, as a run does. */
async function begin(note: BulkNote): Promise<void> {
  const customer = customerInput({ name: 'Ada' })
  const order = orderInput(customer.id)
  await device.write(shopId, [customer, order])
  const [outcome] = await writeActs(device, shopId, [[{ action: 'update', collection: 'orders', id: order.id, values: { priority: true } }]], noteToRun(note))
  expect(outcome?.error).toBeUndefined()
}

/** Rows in which the orders of `done` have the new value already. */
const reading =
  (done: readonly string[], gone: readonly string[] = []) =>
  async (ids: readonly string[]) =>
    ids.filter((id) => !gone.includes(id)).map((id) => ({ id, priority: done.includes(id) }) as Order)

it('a run whose page was closed is found on the device with what was not done', async () => {
  const runId = v7()
  await begin({ runId, act, ids: ['a', 'b', 'c', 'd'] })
  await device.close()
  const again = await openTestDevice(options)
  const found = await findUnfinished(openBulkNotes(again.runs, shopId), reading(['a', 'b']))
  expect(found).toEqual({ note: { runId, act, ids: ['a', 'b', 'c', 'd'] }, left: ['c', 'd'] })
  await again.close()
})

it('a run that came to its end, or whose orders are all done or gone, is not told', async () => {
  const [ended, done] = [v7(), v7()]
  await begin({ runId: ended, act, ids: ['a'] })
  await notes.end(ended)
  await begin({ runId: done, act, ids: ['b', 'c'] })
  expect(await findUnfinished(notes, reading(['b'], ['c']))).toBeUndefined()
  expect(await device.runs.list(shopId)).toEqual([])
  await device.close()
})

it('runs of another shop are not told', async () => {
  await begin({ runId: v7(), act, ids: ['a'] })
  expect(await findUnfinished(openBulkNotes(device.runs, v7()), reading([]))).toBeUndefined()
  await device.close()
})

it('the end of a run is no trouble where nothing may be stored', async () => {
  await device.close()
  await expect(notes.end(v7())).resolves.toBeUndefined()
})
