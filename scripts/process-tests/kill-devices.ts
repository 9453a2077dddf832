import { v7 as uuidV7 } from 'uuid'
import type { Mutation, PushResponse } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import type { Json } from '#schema/values/merge.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { looseToInput } from '#web/device/rows/op-input.ts'
import type { Random } from '../demo/random.ts'
import { toMutation, type ApiClient } from './api-client.ts'
import type { Records } from './kill-records.ts'
import type { Device } from '#web/device/device-types.ts'

const { 'Dropped Off': droppedOff, Fixed: fixed } = orderStatusIdByName

export type Workshop = { shopId: string; productId: string }

type WorkOp =
  | { action: 'create'; collection: CollectionName; id: string; values: Record<string, Json> }
  | { action: 'update'; collection: CollectionName; id: string; changes: Record<string, { from: Json; to: Json }> }

const createOp = (collection: CollectionName, values: Record<string, Json>): WorkOp => ({ action: 'create', collection, id: uuidV7(), values })

function createWork(random: Random, productId: string): WorkOp[][] {
  const customer = createOp('customers', { name: 'Kill customer' })
  const order = createOp('orders', { customerId: customer.id, orderStatusId: droppedOff, itemDetails: 'Radio', issueDescription: 'Hums' })
  const payment = createOp('payments', { orderId: order.id, paymentAmount: random.between(1, 90) })
  const seen = random.between(100, 200)
  return [
    [customer, order],
    [{ action: 'update', collection: 'products', id: productId, changes: { inventoryCount: { from: seen, to: seen + random.pick([-3, -2, -1, 4]) } } }],
    [{ action: 'update', collection: 'orders', id: order.id, changes: { orderStatusId: { from: droppedOff, to: fixed } } }],
    [payment],
  ]
}

export type PushingDevice = {
  /** Ids of the unanswered batch, which is sent again. */
  readonly unanswered: readonly string[]
  readonly answers: number
  readonly unavailable: number
  readonly outcomeById: ReadonlyMap<string, string>
  /** Sends batches until aborted; resolves after the last response. */
  run: (signal: AbortSignal) => Promise<void>
}

/** A minimal HTTP device: pushes in order, one batch at a time, and resends an unanswered batch. */
export function createPushingDevice(
  client: ApiClient,
  workshops: readonly Workshop[],
  records: Records,
  random: Random,
  whenUp: () => Promise<void>,
): PushingDevice {
  const deviceId = `kill-${uuidV7()}`
  const outcomeById = new Map<string, string>()
  let unanswered: Mutation[] = []
  let answers = 0
  let unavailable = 0

  const createBatch = (): Mutation[] =>
    Array.from({ length: random.between(1, 4) }, () => random.pick(workshops)).flatMap(({ shopId, productId }) => {
      const mutations = createWork(random, productId).map((ops) => toMutation(shopId, ops))
      for (const { id, ops } of mutations) records.add(id, shopId, ops)
      return mutations
    })

  const send = async (): Promise<void> => {
    const body = { deviceId, deviceTime: new Date().toISOString(), mutations: unanswered }
    const answer = await client.call<PushResponse>('POST', '/api/sync/push', body).catch(() => undefined)
    if (answer === undefined) return
    if (answer.status === 503) {
      unavailable++
      return
    }
    if (answer.status !== 200) throw new Error(`A push was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    if (answer.body.results.map(({ id }) => id).join() !== unanswered.map(({ id }) => id).join()) throw new Error('An answer was not in the order of its push.')
    for (const { id, outcome } of answer.body.results) outcomeById.set(id, outcome)
    unanswered = []
    answers++
  }

  return {
    outcomeById,
    get unanswered() {
      return unanswered.map(({ id }) => id)
    },
    get answers() {
      return answers
    },
    get unavailable() {
      return unavailable
    },
    async run(signal) {
      while (!signal.aborted || unanswered.length > 0) {
        await whenUp()
        if (unanswered.length === 0) unanswered = createBatch()
        await send()
      }
    },
  }
}

const fewWaiting = 12

/** Writes to a real device until aborted; unsent changes stay in its outbox. */
export async function workOnDevice(device: Device, { shopId, productId }: Workshop, records: Records, random: Random, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (device.sync.status.get().waiting > fewWaiting) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      continue
    }
    for (const ops of createWork(random, productId)) {
      const inputs = ops.map((op) => {
        if (op.action !== 'update') return looseToInput(op)
        const side = (name: 'from' | 'to') => Object.fromEntries(Object.entries(op.changes).map(([field, change]) => [field, change[name]]))
        return looseToInput({ action: op.action, collection: op.collection, id: op.id, values: side('to'), seen: side('from') })
      })
      const { mutationId } = await device.write(shopId, inputs)
      if (mutationId === null) throw new Error('The device took a mutation for no change.')
      records.add(mutationId, shopId, ops)
    }
  }
}
