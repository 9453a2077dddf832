import { afterEach, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { v5, v7 } from 'uuid'
import type { Op } from '#schema/api/sync.ts'
import type { OpInput } from '../rows/op-input.ts'
import {
  closeTestDevices,
  deviceState,
  faulty,
  loseAnswer,
  testStorage,
  offline,
  openTestDevice,
  statusId,
  until,
  untilSynced,
} from '../testing/test-device.ts'
import { ModelServer } from '../testing/test-model-server.ts'

afterEach(closeTestDevices)

const shopId = v7()
const collections = ['customers', 'orders', 'products'] as const
const namespace = v7()
const idOf = (kind: string, index: number): string => v5(`${kind}${index}`, namespace)

/** One step of a run in which a device and another user write at the same time over a bad network. */
type Step =
  | { kind: 'here' | 'there'; mutation: PendingMutation }
  | { kind: 'fault'; call: 'push' | 'pull'; fault: 'offline' | 'loseAnswer' }
  | { kind: 'rest' }
  | { kind: 'wake' }
  | { kind: 'restart' }

type PendingMutation =
  | { type: 'customer'; index: number }
  | { type: 'order'; index: number; customer: number }
  | { type: 'product'; index: number }
  | { type: 'note'; index: number; text: string }
  | { type: 'status'; index: number; status: string }
  | { type: 'count'; index: number; count: number }
  | { type: 'delete'; of: 'customers' | 'orders'; index: number }

const index = fc.integer({ min: 0, max: 2 })
const mutation: fc.Arbitrary<PendingMutation> = fc.oneof(
  fc.record({ type: fc.constant('customer' as const), index }),
  fc.record({ type: fc.constant('order' as const), index, customer: index }),
  fc.record({ type: fc.constant('product' as const), index }),
  fc.record({ type: fc.constant('note' as const), index, text: fc.constantFrom('a', 'b', 'a\nb', 'c\na', 'b\nc') }),
  fc.record({ type: fc.constant('status' as const), index, status: fc.constantFrom(statusId.Fixed, statusId.Lead, statusId['In Progress']) }),
  fc.record({ type: fc.constant('count' as const), index, count: fc.integer({ min: 0, max: 9 }) }),
  fc.record({ type: fc.constant('delete' as const), of: fc.constantFrom('customers' as const, 'orders' as const), index }),
)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('here' as const), mutation }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('there' as const), mutation }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      call: fc.constantFrom('push' as const, 'pull' as const),
      fault: fc.constantFrom('offline' as const, 'loseAnswer' as const),
    }),
  },
  { weight: 2, arbitrary: fc.constant<Step>({ kind: 'rest' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'wake' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'restart' }) },
)

function mutationToInput(made: PendingMutation): OpInput {
  switch (made.type) {
    case 'customer':
      return { action: 'create', collection: 'customers', id: idOf('customer', made.index), values: { name: `Customer ${made.index}`, phone: '5551234567' } }
    case 'order':
      return {
        action: 'create',
        collection: 'orders',
        id: idOf('order', made.index),
        values: { customerId: idOf('customer', made.customer), orderStatusId: statusId['Dropped Off'], itemDetails: 'Phone', issueDescription: 'Broken' },
      }
    case 'product':
      return {
        action: 'create',
        collection: 'products',
        id: idOf('product', made.index),
        values: { name: 'Part', categoryHierarchyId: idOf('category', 0), inventoryCount: 5 },
      }
    case 'note':
      return { action: 'update', collection: 'orders', id: idOf('order', made.index), values: { orderNotes: made.text } }
    case 'status':
      return { action: 'update', collection: 'orders', id: idOf('order', made.index), values: { orderStatusId: made.status } }
    case 'count':
      return { action: 'update', collection: 'products', id: idOf('product', made.index), values: { inventoryCount: made.count } }
    case 'delete':
      return { action: 'delete', collection: made.of, id: idOf(made.of === 'customers' ? 'customer' : 'order', made.index) }
  }
}

/** The same mutation, made by a user whose device is up to date. */
function mutationThere(server: ModelServer, userId: string, made: PendingMutation): void {
  const input = mutationToInput(made)
  const id = input.id ?? ''
  const held = server.state().get(`${input.collection}/${id}`)
  const op: Op =
    input.action === 'create'
      ? { action: 'create', collection: input.collection, id, values: input.values }
      : input.action === 'update'
        ? {
            action: 'update',
            collection: input.collection,
            id,
            changes: Object.fromEntries(Object.entries(input.values).map(([field, to]) => [field, { from: held?.[field] ?? null, to: to ?? null }])),
          }
        : { action: input.action, collection: input.collection, id }
  server.write(userId, shopId, [op])
}

async function play(steps: readonly Step[]): Promise<void> {
  const server = new ModelServer()
  const userId = v7()
  const other = v7()
  server.addUser(userId, [shopId])
  server.addUser(other, [shopId])
  const api = faulty(server.apiOf(userId))
  const open = () => openTestDevice({ userId, api, collections })
  let device = await open()
  let accepted = 0
  for (const next of steps) {
    switch (next.kind) {
      case 'here': {
        const receipt = await device.write(shopId, [mutationToInput(next.mutation)]).catch(() => undefined)
        if (receipt?.mutationId != null) accepted++
        break
      }
      case 'there':
        mutationThere(server, other, next.mutation)
        break
      case 'fault':
        api.faults[next.call].push(next.fault === 'offline' ? offline : loseAnswer)
        break
      case 'rest':
        await new Promise((resolve) => setTimeout(resolve, 4))
        break
      case 'wake':
        device.wakeUp('online')
        break
      case 'restart':
        await device.close()
        device = await open()
        break
    }
  }
  api.faults.push.length = 0
  api.faults.pull.length = 0
  device.wakeUp('online')
  await untilSynced(device)
  await device.sync.run()
  await until(async () => {
    const shown = await deviceState(device, [shopId], collections)
    return shown.size === server.state().size
  })
  expect(await deviceState(device, [shopId], collections)).toEqual(server.state())
  // Every accepted mutation took effect once or is listed as refused.
  const seen = new Set(server.pushes.flatMap(({ mutations }) => mutations.map(({ id }) => id)))
  expect(seen.size).toBe(accepted)
  expect((await device.refused.list()).length).toBe(server.refused.filter(({ id }) => seen.has(id)).length)
  await device.close()
}

describe('a device and somebody else, over a bad network', () => {
  it('end with the server’s state, with every accepted mutation applied once or listed, whatever the order of events', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), play), {
      numRuns: 10,
      endOnFailure: true,
    })
  })

  it('do so on a storage without IndexedDB too', async () => {
    const server = new ModelServer()
    const userId = v7()
    server.addUser(userId, [shopId])
    const device = await openTestDevice({ userId, api: server.apiOf(userId), collections, storage: testStorage() })
    await device.write(shopId, [mutationToInput({ type: 'customer', index: 0 }), mutationToInput({ type: 'order', index: 0, customer: 0 })])
    await untilSynced(device)
    expect(await deviceState(device, [shopId], collections)).toEqual(server.state())
  })
})
