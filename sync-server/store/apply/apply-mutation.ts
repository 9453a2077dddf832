import type { CollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import { countSteps } from '../../db/work-steps.ts'
import type { RowAddress, WriteOp } from '../context.ts'
import { toMutationTime } from '../mutation-time.ts'
import { mergeHeads, toContext, type Batch, type WriteMutation } from '../write-batch.ts'
import { applyOp } from './apply-op.ts'

/** Applies the ops, then writes the ledger row. The batch changes only if all succeed. Runs inside the savepoint. */
export async function applyMutation(batch: Batch, mutation: WriteMutation): Promise<RowAddress[]> {
  const { caller } = batch
  if (!caller.shopIds.has(mutation.shopId)) throw new AppError('NOT_FOUND')
  const mutationMs = toMutationTime({
    deviceMs: Date.parse(mutation.at),
    offsetMs: batch.offsetMs,
    previousMs: batch.previousMutationMs,
    receivedMs: batch.receivedMs,
  })
  const mutationAt = new Date(mutationMs).toISOString()
  const context = toContext(batch, mutation, mutationAt)
  for (const [index, op] of mutation.ops.entries()) {
    await countSteps()
    await withOpIndex(mutation.ops.length, index, () => applyOp(context, op))
  }
  const named = mutation.ops.map(opToAddress)
  const rows = [...named, ...context.written]
  batch.ledger.write({
    id: mutation.id,
    shopId: mutation.shopId,
    userId: caller.userId,
    deviceId: batch.deviceId,
    mutationAt,
    receivedAt: context.receivedAt,
    error: undefined,
    rows: context.written,
    body: undefined,
  })
  if (batch.mode === 'each') await batch.memory.send()
  if (batch.deviceId !== null) batch.previousMutationMs = mutationMs
  for (const row of context.written) batch.states.note(row)
  mergeHeads(batch, mutation.shopId, context.heads)
  return rows
}

/** Prefixes issue paths with the op's index where a mutation has several ops: a form finds its field by `1.phone`. */
async function withOpIndex(count: number, index: number, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (count === 1 || !(error instanceof AppError) || error.issues === undefined) throw error
    const issues = error.issues.map(({ path, message }) => ({ path: `${index}.${path}`, message }))
    throw new AppError(error.code, error.message, { issues })
  }
}

/** Safe for an applied op: `applyOp` refuses unknown collections. */
const opToAddress = ({ collection, id }: WriteOp): RowAddress => ({ collection: collection as CollectionName, id })
