import type { Mutation } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { isRecord } from '#schema/is-record.ts'
import type { Tx } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Services } from '../services.ts'
import { KeptRefusals } from './answers/kept-refusals.ts'
import { isConstraintError } from './answers/refusal.ts'
import { RowStates } from './answers/row-states.ts'
import { BatchMemory, WholeBatchError } from './batch/batch-memory.ts'
import { readAhead } from './batch/read-ahead.ts'
import type { WriteCaller } from './caller.ts'
import type { WriteContext, WriteOp } from './context.ts'
import { Ledger } from './ledger.ts'
import { readPreviousMutation, savePreviousMutation } from './mutation-time.ts'
import { ShopSequences } from './sequence/shop-sequences.ts'
import { TicketNumbers } from './sequence/ticket-numbers.ts'

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
  memory: BatchMemory
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

/** How the mutations of a transaction write: `sets` holds writes back across mutations, `each` sends those of each before it ends. */
export type WriteMode = 'sets' | 'each'

/**
 * Runs mutations in one transaction of the writer; once it is committed, the live streams learn which heads and notices moved.
 * In sets, a write that fails behind its mutation would fail all of them: then all are run again, each by itself.
 */
export async function inBatch<Result>(
  services: Services,
  caller: WriteCaller,
  push: Push,
  run: (batch: Batch) => Promise<Result>,
  mode: WriteMode = 'each',
): Promise<Result> {
  try {
    return await runBatch(services, caller, push, run, mode)
  } catch (error) {
    if (!(error instanceof WholeBatchError)) throw error
    if (mode === 'each' || !isConstraintError(error.cause)) throw error.cause
    services.log.error({ err: error.cause }, 'writes of a push failed together; its mutations are written one by one')
    return inBatch(services, caller, push, run, 'each')
  }
}

async function runBatch<Result>(services: Services, caller: WriteCaller, push: Push, run: (batch: Batch) => Promise<Result>, mode: WriteMode): Promise<Result> {
  const headsByShop = new Map<string, Map<CollectionName, number>>()
  const noticed = new Set<string>()
  const result = await inTransaction(services.db, async (trx) => {
    const { userId } = caller
    const { deviceId } = push
    const previousMutationMs = userId !== null && deviceId !== null ? await readPreviousMutation(trx, userId, deviceId) : undefined
    const memory = new BatchMemory(trx)
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
      seqs: new ShopSequences(memory),
      numbers: new TicketNumbers(memory),
      ledger: await Ledger.open(memory, push.mutations.map(rawToId)),
      kept: new KeptRefusals(trx),
      states: new RowStates(memory, caller),
      headsByShop,
      noticed,
      knownGlobals: new Set(),
    }
    if (mode === 'sets') await readAhead(memory, push.mutations)
    const answer = await run(batch)
    await memory.send()
    await batch.seqs.save(push.receivedAt)
    await batch.numbers.save()
    const lastMutationMs = batch.previousMutationMs
    if (userId !== null && deviceId !== null && lastMutationMs !== undefined && lastMutationMs !== previousMutationMs)
      await savePreviousMutation(trx, userId, deviceId, lastMutationMs)
    return answer
  })
  for (const [shopId, heads] of headsByShop) services.bus.announce(shopId, Object.fromEntries(heads))
  for (const userId of noticed) services.bus.announceNotices(userId)
  return result
}

const rawToId = (raw: unknown): unknown => (isRecord(raw) ? raw['id'] : undefined)

/** The context of one mutation of the batch. */
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

/** Adds the heads of a mutation, which count only when all of it was applied. */
export function mergeHeads(batch: Batch, shopId: string, heads: ReadonlyMap<CollectionName, number>): void {
  const known = batch.headsByShop.get(shopId)
  if (heads.size === 0) return
  if (!known) batch.headsByShop.set(shopId, new Map(heads))
  else for (const [collection, seq] of heads) known.set(collection, seq)
}
