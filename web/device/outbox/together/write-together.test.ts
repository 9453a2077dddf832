import { afterEach, expect, it } from 'vitest'
import fc from 'fast-check'
import { v7 } from 'uuid'
import type { Privilege } from '#schema/privileges.ts'
import { privilegeNames } from '#schema/privileges.ts'
import {
  closeTestDevices,
  customerInput,
  deviceState,
  faulty,
  isWriteOf,
  offline,
  openTestDevice,
  orderInput,
  paymentInput,
  statusId,
  testStorage,
  until,
  untilSynced,
} from '../../testing/test-device.ts'
import { ModelServer } from '../../testing/test-model-server.ts'
import type { LocalStorage } from '../../storage/row-database.ts'
import { type Act, writeActs } from '../../react/write-acts.ts'

afterEach(closeTestDevices)

const shopId = v7()
const fixed = statusId['Fixed']
const droppedOff = statusId['Dropped Off']

type WorldOptions = { orders?: number; privileges?: readonly Privilege[]; storage?: LocalStorage }

/** An offline device with some orders, and the server. */
async function world({ orders: count = 5, privileges = privilegeNames, storage = testStorage() }: WorldOptions = {}) {
  const server = new ModelServer()
  const [userId, other] = [v7(), v7()]
  server.addUser(userId, [shopId], privileges)
  server.addUser(other, [shopId])
  const customer = customerInput()
  const orders = Array.from({ length: count }, (_, index) => orderInput(customer.id, { itemDetails: `Radio ${index}` }))
  for (const { action, collection, id, values } of [customer, ...orders]) server.write(other, shopId, [{ action, collection, id, values }])
  const api = faulty(server.apiOf(userId))
  const device = await openTestDevice({ userId, api, storage })
  await untilSynced(device)
  await until(async () => (await device.rows.list('orders', shopId)).length === count)
  api.always = offline
  const ids = orders.map(({ id }) => id)
  const connect = async (): Promise<void> => {
    api.always = undefined
    await device.sync.run()
    await untilSynced(device)
  }
  const statuses = async (): Promise<(string | undefined)[]> => Promise.all(ids.map(async (id) => (await device.rows.read('orders', id))?.orderStatusId))
  return { server, other, device, ids, connect, statuses }
}

const moveTo = (id: string, orderStatusId: string): Act => [{ action: 'update', collection: 'orders', id, values: { orderStatusId } }]
const remove = (id: string): Act => [{ action: 'delete', collection: 'orders', id }]

it('each of many acts is a mutation of its own, in their order, and shows at once', async () => {
  const { device, ids, server, statuses, connect } = await world()
  const outcomes = await writeActs(
    device,
    shopId,
    ids.map((id) => moveTo(id, fixed)),
  )
  expect(await statuses()).toEqual(ids.map(() => fixed))
  const mutationIds = outcomes.map(({ receipt }) => receipt?.mutationId)
  expect(device.outbox.waiting.get().map(({ mutationId }) => mutationId)).toEqual(mutationIds)
  expect(new Set(mutationIds).size).toBe(ids.length)
  await connect()
  expect(server.applied.filter((id) => mutationIds.includes(id))).toEqual(mutationIds)
  expect(await statuses()).toEqual(ids.map(() => fixed))
})

it('an act that this device refuses is told with its reason, and leaves the others alone', async () => {
  const { device, ids, statuses } = await world()
  await device.write(shopId, [{ action: 'delete', collection: 'orders', id: ids[1] ?? '' }])
  const outcomes = await writeActs(device, shopId, [...ids.map((id) => moveTo(id, fixed)), moveTo(v7(), fixed)])
  expect(outcomes.map(({ error }) => error?.code)).toEqual([undefined, 'DELETED', undefined, undefined, undefined, 'NOT_FOUND'])
  expect(await statuses()).toEqual([fixed, undefined, fixed, fixed, fixed])
})

it('who may not delete is refused for each order, and nothing of it waits', async () => {
  const { device, ids } = await world({ privileges: [] })
  const outcomes = await writeActs(device, shopId, ids.map(remove))
  expect(outcomes.map(({ error }) => error?.code)).toEqual(ids.map(() => 'FORBIDDEN'))
  expect(device.outbox.waiting.get()).toEqual([])
})

it('what changes nothing is no mutation', async () => {
  const { device, ids } = await world()
  const outcomes = await writeActs(
    device,
    shopId,
    ids.map((id) => moveTo(id, droppedOff)),
  )
  expect(outcomes).toEqual(ids.map((id) => ({ receipt: { mutationId: null, ids: [id] } })))
  expect(device.outbox.waiting.get()).toEqual([])
})

it('a refusal of the server is that of one act: the others stay', async () => {
  const { device, ids, server, other, statuses, connect } = await world()
  server.write(other, shopId, [{ action: 'delete', collection: 'orders', id: ids[2] ?? '' }])
  await writeActs(
    device,
    shopId,
    ids.map((id) => moveTo(id, fixed)),
  )
  await connect()
  await until(() => device.refused.changes.get().length > 0, 'the refusal')
  expect(device.refused.changes.get()).toHaveLength(1)
  expect(await statuses()).toEqual([fixed, fixed, undefined, fixed, fixed])
})

it('deletions take along what hangs on each, and undone before they left they are as if nothing had been', async () => {
  const { device, ids, server, connect } = await world()
  const payment = paymentInput(ids[0] ?? '', 20)
  await device.write(shopId, [payment])
  const before = await deviceState(device, [shopId])
  const outcomes = await writeActs(device, shopId, ids.map(remove))
  expect(await device.rows.list('orders', shopId)).toEqual([])
  expect(await device.rows.read('payments', payment.id)).toBeUndefined()
  const undone = await writeActs(
    device,
    shopId,
    ids.map((id, place): Act => [{ action: 'restore', collection: 'orders', id, deletion: outcomes[place]?.receipt?.mutationId ?? undefined }]),
  )
  expect(undone.map(({ receipt }) => receipt?.mutationId)).toEqual(ids.map(() => null))
  expect(await deviceState(device, [shopId])).toEqual(before)
  expect(device.outbox.waiting.get()).toHaveLength(1)
  await connect()
  expect(server.pushes.flatMap(({ mutations }) => mutations.flatMap(({ ops }) => ops)).map(({ action }) => action)).toEqual(['create'])
})

it('where the rows cannot be stored none of the acts waits, and all rows are as they were', async () => {
  let error: Error | undefined
  const inner = testStorage()
  const storage: LocalStorage = {
    ...inner,
    async createStorageInstance(params) {
      const instance = await inner.createStorageInstance(params)
      const write = instance.bulkWrite.bind(instance)
      instance.bulkWrite = async (rows, context) => (error !== undefined && isWriteOf('orders', rows) ? Promise.reject(error) : write(rows, context))
      return instance
    },
  }
  const { device, ids, statuses } = await world({ storage })
  error = new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  await expect(
    writeActs(
      device,
      shopId,
      ids.map((id) => moveTo(id, fixed)),
    ),
  ).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  error = undefined
  expect(device.outbox.waiting.get()).toEqual([])
  expect(await statuses()).toEqual(ids.map(() => droppedOff))
})

it('acts on the same rows come out as if each had been written alone', async () => {
  const statuses = [fixed, droppedOff]
  const act = fc.record({ order: fc.nat(2), kind: fc.constantFrom('move', 'move', 'delete', 'restore'), status: fc.constantFrom(...statuses) })
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 8 }), async (wanted) => {
      const [together, alone] = [await world({ orders: 3 }), await world({ orders: 3 })]
      const toActs = (ids: readonly string[]): Act[] =>
        wanted.map(({ order, kind, status }) => {
          const id = ids[order] ?? ''
          if (kind === 'move') return moveTo(id, status)
          return kind === 'delete' ? remove(id) : [{ action: 'restore', collection: 'orders', id }]
        })
      const outcomes = await writeActs(together.device, shopId, toActs(together.ids))
      const codes: (string | undefined)[] = []
      for (const one of toActs(alone.ids))
        codes.push(
          await alone.device.write(shopId, one).then(
            () => undefined,
            (error: { code: string }) => error.code,
          ),
        )
      expect(outcomes.map(({ error }) => error?.code)).toEqual(codes)
      expect(await together.statuses()).toEqual(await alone.statuses())
      await together.connect()
      await alone.connect()
      expect(await together.statuses()).toEqual(await alone.statuses())
      await closeTestDevices()
    }),
    { numRuns: 6 },
  )
})
