import type { MutationResult, RowState } from '#schema/api/sync.ts'
import { AppError } from '#schema/errors.ts'
import { type ActivityEntry } from '#schema/rules/text/activity-entry.ts'
import type { Tx } from '../db/database.ts'
import { engineOf } from '../db/engines/engine.ts'
import type { Services } from '../services.ts'
import { toResults, type Outcome } from './answers/push-results.ts'
import { RowStates } from './answers/row-states.ts'
import { applyMutation } from './apply/apply-mutation.ts'
import { type About, writeActivity } from './apply/side-effects.ts'
import { countOps } from './batch/read-ahead.ts'
import type { WriteCaller } from './caller.ts'
import type { BringOp, WriteOp } from './context.ts'
import { decideMutation } from './decide-mutation.ts'
import { inBatch, mergeHeads, toContext, type Batch, type Push, type WriteMode, type WriteMutation } from './write-batch.ts'

/**
 * The write path for every shop row, from push, REST, import or portal. All mutations share one transaction, unless they
 * hold very many operations; a refused one leaves only its ledger row. Results are in the given order and the same in both modes.
 */
export async function applyMutations(
  services: Services,
  caller: WriteCaller,
  push: Push,
  mode: WriteMode = push.mutations.length > 1 || engineOf(services.db).name === 'postgres' ? 'sets' : 'each',
): Promise<MutationResult[]> {
  const pieces = toPieces(push.mutations)
  let outcomes: readonly Outcome[] = []
  let results: MutationResult[] = []
  for (const [place, mutations] of pieces.entries()) {
    const before = outcomes
    const decideAll = async (batch: Batch) => {
      const decided = [...before]
      for (const raw of mutations) decided.push(await decideMutation(batch, raw))
      if (place < pieces.length - 1) return { decided, answered: [] }
      await batch.states.readAhead(before.flatMap(({ rows }) => rows))
      return { decided, answered: await toResults(batch.states, decided) }
    }
    const { decided, answered } = await inBatch(services, caller, { ...push, mutations }, decideAll, mode)
    outcomes = decided
    results = answered
  }
  for (const { outcome } of results) services.metrics.countMutation(caller.origin, outcome)
  return results
}

/** Mutations of one transaction. A longer push takes several, so that others write in between. */
const opsPerPiece = 1_000

function toPieces(mutations: readonly unknown[]): unknown[][] {
  const pieces: unknown[][] = []
  let room = 0
  for (const mutation of mutations) {
    const ops = countOps(mutation)
    if (ops > room) {
      pieces.push([])
      room = opsPerPiece
    }
    pieces.at(-1)?.push(mutation)
    room -= ops
  }
  return pieces
}

/**
 * One mutation of REST or a command, all ops or none. Returns the resulting rows in the order they were named, then
 * dependent ones.
 * @throws AppError of a refusal
 */
export async function applyOps(services: Services, caller: WriteCaller, shopId: string, ops: readonly WriteOp[], at?: Date): Promise<RowState[]> {
  const receivedAt = services.clock()
  const mutation: WriteMutation = { id: services.newId(), shopId, at: (at ?? receivedAt).toISOString(), ops }
  try {
    const rows = await inBatch(services, caller, { deviceId: null, clockOffsetMs: 0, receivedAt, mutations: [] }, async (batch) => {
      await engineOf(batch.trx).lockShops(batch.trx, [shopId])
      return batch.states.read(await applyMutation(batch, mutation))
    })
    services.metrics.countMutation(caller.origin, 'applied')
    return rows
  } catch (error) {
    if (error instanceof AppError) services.metrics.countMutation(caller.origin, 'rejected')
    throw error
  }
}

/** Writes other tables for the imported rows, in their transaction; refused rows do not exist. */
type WriteBeside = (trx: Tx, refused: ReadonlyMap<string, AppError>) => Promise<void>

/** Imports rows of an archive, referenced ones first: in one mutation if all are valid, otherwise one by one. Returns the refused ones. */
export async function bringRows(services: Services, shopId: string, ops: readonly BringOp[], beside: WriteBeside): Promise<ReadonlyMap<string, AppError>> {
  const receivedAt = services.clock()
  const caller: WriteCaller = { userId: null, privileges: new Set(), shopIds: new Set([shopId]), origin: 'import' }
  const toMutation = (given: readonly BringOp[]): WriteMutation => ({ id: services.newId(), shopId, at: receivedAt.toISOString(), ops: given })
  const whole = toMutation(ops)
  const bringAll = async (batch: Batch): Promise<ReadonlyMap<string, AppError>> => {
    const refused = new Map<string, AppError>()
    if ((await bring(batch, whole)) !== undefined) {
      for (const op of ops) {
        const refusal = await bring(batch, toMutation([op]))
        if (refusal !== undefined) refused.set(op.id, refusal)
      }
    }
    await batch.memory.send()
    await batch.memory.apart((trx) => beside(trx, refused))
    return refused
  }
  return inBatch(services, caller, { deviceId: null, clockOffsetMs: 0, receivedAt, mutations: [whole] }, bringAll, 'sets')
}

/** Runs the mutation and returns its refusal, which leaves no trace. */
async function bring(batch: Batch, mutation: WriteMutation): Promise<AppError | undefined> {
  const mark = batch.seqs.mark()
  try {
    await batch.memory.step(() => applyMutation(batch, mutation))
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    batch.seqs.returnTo(mark)
    return error
  }
}

/** Writes to several shops and tables in one transaction. */
export type Together = {
  trx: Tx
  /** Instant of all writes. */
  at: string
  apply: (shopId: string, ops: readonly WriteOp[]) => Promise<RowState[]>
  /** Adds an activity to the shop. */
  note: (shopId: string, entry: ActivityEntry, about?: About) => Promise<void>
}

/** `shopIds`: shops to lock before the first read. */
type TogetherOptions = { origin?: WriteCaller['origin']; shopIds?: readonly string[] }

/** Runs a command that has checked the user's rights, or one that must read in the transaction of its writes. */
export async function applyTogether<Result>(
  services: Services,
  userId: string | null,
  run: (together: Together) => Promise<Result>,
  { origin = 'administration', shopIds = [] }: TogetherOptions = {},
): Promise<Result> {
  const receivedAt = services.clock()
  const at = receivedAt.toISOString()
  const callerOf = (shopIds: readonly string[]): WriteCaller => ({ userId, privileges: new Set(), shopIds: new Set(shopIds), origin })
  return inBatch(services, callerOf([]), { deviceId: null, clockOffsetMs: 0, receivedAt, mutations: [] }, async (batch) => {
    const { lockAdministration, lockShops } = engineOf(batch.trx)
    if (origin === 'administration') await lockAdministration(batch.trx)
    await lockShops(batch.trx, shopIds)
    const toBatchOf = (shopId: string): Batch => ({ ...batch, caller: callerOf([shopId]), states: new RowStates(batch.memory, callerOf([shopId])) })
    return run({
      trx: batch.trx,
      at,
      apply: async (shopId, ops) => {
        await lockShops(batch.trx, [shopId])
        const ofShop = toBatchOf(shopId)
        return ofShop.states.read(await applyMutation(ofShop, { id: services.newId(), shopId, at, ops }))
      },
      note: async (shopId, entry, about) => {
        await lockShops(batch.trx, [shopId])
        const context = toContext(toBatchOf(shopId), { id: services.newId(), shopId, at, ops: [] }, at)
        await writeActivity(context, entry, about)
        mergeHeads(batch, shopId, context.heads)
      },
    })
  })
}
