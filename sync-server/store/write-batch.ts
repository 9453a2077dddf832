import type { Mutation } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { isRecord } from '#schema/is-record.ts'
import type { Tx } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Services } from '../services.ts'
import { KeptRefusals } from './answers/kept-refusals.ts'
import { RowStates } from './answers/row-states.ts'
import type { WriteCaller } from './caller.ts'
import type { WriteContext, WriteOp } from './context.ts'
import { Ledger } from './ledger.ts'
import { readPreviousMutation, savePreviousMutation } from './mutation-time.ts'
import { ShopSequences } from './sequence/shop-sequences.ts'

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
  caller: WriteCaller
  deviceId: string | null
  offsetMs: number
  receivedMs: number
  previousMutationMs: number | undefined
  seqs: ShopSequences
  ledger: Ledger
  kept: KeptRefusals
  states: RowStates
  headsByShop: Map<string, Map<CollectionName, number>>
  noticed: Set<string>
  knownGlobals: Set<string>
}

/** Runs mutations in one transaction of the writer; once it is committed, the live streams learn which heads and notices moved. */
export async function inBatch<Result>(services: Services, caller: WriteCaller, push: Push, run: (batch: Batch) => Promise<Result>): Promise<Result> {
  const headsByShop = new Map<string, Map<CollectionName, number>>()
  const noticed = new Set<string>()
  const result = await inTransaction(services.db, async (trx) => {
    const { userId } = caller
    const { deviceId } = push
    const previousMutationMs = userId !== null && deviceId !== null ? await readPreviousMutation(trx, userId, deviceId) : undefined
    const batch: Batch = {
      services,
      trx,
      caller,
      deviceId,
      offsetMs: push.clockOffsetMs,
      receivedMs: push.receivedAt.getTime(),
      previousMutationMs,
      seqs: new ShopSequences(trx),
      ledger: await Ledger.open(trx, push.mutations.map(rawToId)),
      kept: new KeptRefusals(trx),
      states: new RowStates(trx, caller),
      headsByShop,
      noticed,
      knownGlobals: new Set(),
    }
    const answer = await run(batch)
    await batch.seqs.save(push.receivedAt)
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
  { services, trx, caller, deviceId, seqs, noticed, knownGlobals, receivedMs }: Batch,
  mutation: WriteMutation,
  mutationAt: string,
): WriteContext => ({
  trx,
  caller,
  newId: services.newId,
  seqs,
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
