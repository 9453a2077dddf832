import { v7 as uuidV7 } from 'uuid'
import type { Mutation, PushResponse, Op } from '#schema/api/sync.ts'
import { type CollectionName, collectionNames } from '#schema/collections/index.ts'
import type { Json } from '#schema/values/merge.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { looseToInput } from '#web/device/rows/op-input.ts'
import type { Random } from '../demo/random.ts'
import { toMutation, type ApiClient } from './api-client.ts'
import type { Device } from '#web/device/device-types.ts'
import path from 'node:path'
import BetterSqlite3 from 'better-sqlite3'

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

type PushingDevice = {
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

/** Expected results of the devices' mutations, independent of the code under test. */
export class Records {
  readonly mutationIds = new Set<string>()
  readonly #opsByShop = new Map<string, number>()
  readonly statusIdsByOrder = new Map<string, Json[]>()
  readonly amountByPayment = new Map<string, number>()
  readonly countByProduct = new Map<string, number>()
  readonly customerIds = new Set<string>()

  add(mutationId: string, shopId: string, ops: readonly Op[]): void {
    this.mutationIds.add(mutationId)
    this.#opsByShop.set(shopId, (this.#opsByShop.get(shopId) ?? 0) + ops.length)
    for (const op of ops) this.#addOp(op)
  }

  opsOf(shopId: string): number {
    return this.#opsByShop.get(shopId) ?? 0
  }

  #addOp(op: Op): void {
    const { collection, id } = op
    if (op.action === 'create' && collection === 'customers') this.customerIds.add(id)
    if (op.action === 'create' && collection === 'orders') this.statusIdsByOrder.set(id, [op.values['orderStatusId'] ?? null])
    if (op.action === 'create' && collection === 'payments') this.amountByPayment.set(id, Number(op.values['paymentAmount']))
    if (op.action === 'create' && collection === 'products') this.countByProduct.set(id, Number(op.values['inventoryCount']))
    if (op.action !== 'update') return
    const { orderStatusId, inventoryCount } = op.changes
    if (orderStatusId !== undefined) this.statusIdsByOrder.get(id)?.push(orderStatusId.to)
    if (inventoryCount !== undefined) this.countByProduct.set(id, (this.countByProduct.get(id) ?? 0) + Number(inventoryCount.to) - Number(inventoryCount.from))
  }
}

/** Opens a stopped or killed server's database read-only. */
export function readDatabase<T>(dataDir: string, read: (sqlite: BetterSqlite3.Database) => T): T {
  const sqlite = new BetterSqlite3(path.join(dataDir, 'mainspring.db'), { readonly: true })
  try {
    return read(sqlite)
  } finally {
    sqlite.close()
  }
}

export const countInLedger = (sqlite: BetterSqlite3.Database, ids: readonly string[]): number =>
  Number(sqlite.prepare(`select count(*) from mutations where id in (select value from json_each(?))`).pluck().get(JSON.stringify(ids)))

export function readFeed(sqlite: BetterSqlite3.Database, shopId: string): { head: number; seqs: number[]; activities: number } {
  const head = Number(sqlite.prepare('select seq from shop_feed where shop_id = ?').pluck().get(shopId))
  const seqs = collectionNames.flatMap((name) => sqlite.prepare<[string], number>(`select seq from ${name} where shop_id = ?`).pluck().all(shopId))
  return { head, seqs, activities: Number(sqlite.prepare('select count(*) from activities where shop_id = ?').pluck().get(shopId)) }
}
