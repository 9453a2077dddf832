import type { Mutation } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { isRecord } from '#schema/is-record.ts'
import type { Tx, Db } from '../db/database.ts'
import { runAgain } from '../db/run-again.ts'
import { settleEach } from '../db/settle-all.ts'
import { inTransaction } from '../db/transaction.ts'
import { engineOf } from '../db/engines/engine.ts'
import { toErrorKind } from '../db/engines/error-kind.ts'
import type { Services } from '../services.ts'
import { KeptRefusals } from './answers/kept-refusals.ts'
import { isConstraintError } from './answers/refusal.ts'
import { RowStates } from './answers/row-states.ts'
import { BatchCache, BatchError } from './batch/batch-cache.ts'
import { listOps, readAhead } from './batch/read-ahead.ts'
import type { WriteCaller } from './caller.ts'
import type { WriteContext, WriteOp } from './context.ts'
import { Ledger } from './ledger.ts'
import { readPreviousMutation, savePreviousMutation } from './mutation-time.ts'
import { readMoneySettings } from './shop-money.ts'
import { ShopSequences, type TakenRange } from './sequence/shop-sequences.ts'
import { TicketNumbers, type NumberSender } from './sequence/ticket-numbers.ts'

const queueByDb = new WeakMap<Db, ShopQueue>()

function queueOf(db: Db): ShopQueue {
  const known = queueByDb.get(db)
  if (known !== undefined) return known
  const queue = new ShopQueue()
  queueByDb.set(db, queue)
  return queue
}

/** Two, so that the next write is already queued at the database lock while the previous one commits. */
const atOnce = 2

/**
 * Queues the writes of this process per shop. Otherwise all of them would hold a connection while waiting for the
 * shop's database lock, and one busy shop could use up the pool.
 */
export class ShopQueue {
  /** Running and waiting writes by shop, in order of arrival. */
  readonly #runsByShop = new Map<string, Promise<unknown>[]>()

  get size(): number {
    return this.#runsByShop.size
  }

  /** Starts when at most one earlier run for any of the shops is unfinished. */
  async run<Result>(shopIds: readonly string[], run: () => Promise<Result>): Promise<Result> {
    const before = shopIds.flatMap((id) => this.#runsByShop.get(id)?.at(-atOnce) ?? [])
    const result = before.length === 0 ? run() : Promise.allSettled(before).then(run)
    for (const id of shopIds) this.#runsByShop.set(id, [...(this.#runsByShop.get(id) ?? []), result])
    try {
      return await result
    } finally {
      for (const id of shopIds) this.#leave(id, result)
    }
  }

  #leave(id: string, result: Promise<unknown>): void {
    const others = (this.#runsByShop.get(id) ?? []).filter((run) => run !== result)
    if (others.length === 0) this.#runsByShop.delete(id)
    else this.#runsByShop.set(id, others)
  }
}

export type Push = {
  deviceId: string | null
  /** Server time minus device time when the push arrived. */
  clockOffsetMs: number
  receivedAt: Date
  mutations: readonly unknown[]
}

export type WriteMutation = Omit<Mutation, 'ops'> & { ops: readonly WriteOp[] }

/** State that all mutations of one transaction share. */
export type Batch = {
  services: Services
  trx: Tx
  memory: BatchCache
  mode: WriteMode
  caller: WriteCaller
  deviceId: string | null
  offsetMs: number
  receivedMs: number
  previousMutationMs: number | undefined
  seqs: ShopSequences
  numbers: TicketNumbers
  ledger: Ledger
  kept: KeptRefusals
  states: RowStates
  headsByShop: Map<string, Map<CollectionName, number>>
  noticed: Set<string>
  knownGlobals: Set<string>
}

/** `sets` queues writes across mutations; `each` sends them before the mutation ends. */
export type WriteMode = 'sets' | 'each'

/**
 * Runs mutations in one write transaction; after the commit, live streams learn which heads and notices changed. If a
 * write of a set fails, all mutations run again in mode `each`.
 */
export async function inBatch<Result>(
  services: Services,
  caller: WriteCaller,
  push: Push,
  run: (batch: Batch) => Promise<Result>,
  mode: WriteMode = 'each',
): Promise<Result> {
  try {
    return await queueOf(services.db).run(writtenShopsOf(caller, push), () => runAgain(() => runBatch(services, caller, push, run, mode), isDecidedMeanwhile))
  } catch (error) {
    if (!(error instanceof BatchError)) throw error
    if (mode === 'each' || !isConstraintError(error.cause)) throw error.cause
    services.log.error({ err: error.cause }, 'writes of a push failed together; its mutations are written one by one')
    return inBatch(services, caller, push, run, 'each')
  }
}

/** Another node has decided the same mutation concurrently; the retry finds its decision. */
function isDecidedMeanwhile(error: unknown): boolean {
  const cause = error instanceof BatchError ? error.cause : error
  return toErrorKind(cause) === 'again' || (toErrorKind(cause) === 'primary key' && cause instanceof Error && 'table' in cause && cause.table === 'mutations')
}

async function runBatch<Result>(services: Services, caller: WriteCaller, push: Push, run: (batch: Batch) => Promise<Result>, mode: WriteMode): Promise<Result> {
  const headsByShop = new Map<string, Map<CollectionName, number>>()
  const noticed = new Set<string>()
  let taken: ReadonlyMap<string, TakenRange> = new Map()
  const result = await inTransaction(services.db, async (trx) => {
    const shopIds = writtenShopsOf(caller, push)
    await engineOf(trx).lockShops(trx, shopIds)
    const { userId } = caller
    const { deviceId } = push
    const memory = new BatchCache(trx)
    const [seqs, numbers] = [new ShopSequences(memory), new TicketNumbers(memory)]
    // Read concurrently, because each read is a network round trip on PostgreSQL.
    const [previousMutationMs, ledger] = await settleEach([
      userId !== null && deviceId !== null ? readPreviousMutation(trx, userId, deviceId) : undefined,
      Ledger.open(memory, push.mutations.map(rawToId)),
      ...(mode === 'sets'
        ? [
            seqs.readAhead(shopIds),
            readAhead(memory, push.mutations),
            ...readMoneySettingsAhead(memory, push.mutations, caller),
            ...readNumbersAhead(numbers, { userId, deviceId, isImport: caller.origin === 'import' }, push.mutations),
          ]
        : []),
    ])
    const batch: Batch = {
      services,
      trx,
      memory,
      mode,
      caller,
      deviceId,
      offsetMs: push.clockOffsetMs,
      receivedMs: push.receivedAt.getTime(),
      previousMutationMs,
      seqs,
      numbers,
      ledger,
      kept: new KeptRefusals(trx),
      states: new RowStates(memory, caller),
      headsByShop,
      noticed,
      knownGlobals: new Set(),
    }
    const answer = await run(batch)
    const lastMutationMs = batch.previousMutationMs
    const isLater = userId !== null && deviceId !== null && lastMutationMs !== undefined && lastMutationMs !== previousMutationMs
    await settleEach([
      memory.send(),
      seqs.save(push.receivedAt),
      numbers.save(),
      isLater ? memory.apart(() => savePreviousMutation(trx, userId, deviceId, lastMutationMs)) : undefined,
    ])
    taken = seqs.taken()
    return answer
  })
  for (const [shopId, heads] of headsByShop) services.bus.announce(shopId, Object.fromEntries(heads), taken.get(shopId) ?? { after: 0, to: 0 })
  for (const userId of noticed) services.bus.announceNotices(userId)
  return result
}

const writtenShopsOf = ({ shopIds }: WriteCaller, { mutations }: Push): string[] => [...new Set(shopsOf(mutations))].filter((id) => shopIds.has(id))

const shopsOf = (mutations: readonly unknown[]): string[] =>
  mutations.flatMap((raw) => (isRecord(raw) && typeof raw['shopId'] === 'string' ? raw['shopId'].toLowerCase() : []))

/** Of shops with payments or costs: for their activity texts, and whether a payment is after tax. */
function readMoneySettingsAhead(memory: BatchCache, mutations: readonly unknown[], { shopIds }: WriteCaller): Promise<void>[] {
  const ofMoney = mutations.filter((raw) => listOps(raw).some(({ collection }) => collection === 'payments' || collection === 'costs'))
  const named = [...new Set(shopsOf(ofMoney))].filter((id) => shopIds.has(id))
  return named.map(async (shopId) => memory.moneySettings.learn(shopId, await memory.apart((trx) => readMoneySettings(trx, shopId))))
}

function readNumbersAhead(numbers: TicketNumbers, sender: Omit<NumberSender, 'shopId'>, mutations: readonly unknown[]): Promise<void>[] {
  const wantedByShop = new Map<string, number[]>()
  for (const { shopId, wanted } of mutations.flatMap(findNewOrders)) wantedByShop.set(shopId, [...(wantedByShop.get(shopId) ?? []), ...wanted])
  return [...wantedByShop].map(([shopId, wanted]) => numbers.readAhead({ shopId, ...sender }, wanted))
}

function findNewOrders(raw: unknown): { shopId: string; wanted: number[] }[] {
  const [shopId] = shopsOf([raw])
  if (shopId === undefined) return []
  return listOps(raw).flatMap(({ collection, action, values }) => {
    const number = isRecord(values) ? values['number'] : undefined
    return collection === 'orders' && (action === 'create' || action === 'bring')
      ? [{ shopId, wanted: Number.isSafeInteger(number) ? [Number(number)] : [] }]
      : []
  })
}

const rawToId = (raw: unknown): unknown => (isRecord(raw) ? raw['id'] : undefined)

export const toContext = (
  { services, trx, memory, ledger, caller, deviceId, seqs, numbers, noticed, knownGlobals, receivedMs }: Batch,
  mutation: WriteMutation,
  mutationAt: string,
): WriteContext => ({
  trx,
  memory,
  ledger,
  caller,
  newId: services.newId,
  seqs,
  numbers,
  shopId: mutation.shopId,
  mutationId: mutation.id,
  deviceId,
  mutationAt,
  receivedAt: new Date(receivedMs).toISOString(),
  written: [],
  heads: new Map(),
  noticed,
  knownGlobals,
})

/** Adds the heads of a mutation once it has been applied completely. */
export function mergeHeads(batch: Batch, shopId: string, heads: ReadonlyMap<CollectionName, number>): void {
  const known = batch.headsByShop.get(shopId)
  if (heads.size === 0) return
  if (!known) batch.headsByShop.set(shopId, new Map(heads))
  else for (const [collection, seq] of heads) known.set(collection, seq)
}
