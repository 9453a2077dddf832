import { mutationMaxBytes, type Mutation } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import { isQuotaError, storageFullMessage, tellingFullStorage } from '../platform/storage-errors.ts'
import type { OpInput } from '../rows/op-input.ts'
import { type RowKey, storedToRow } from '../rows/rows.ts'
import type { LocalDatabase, RowWrite } from '../storage/row-database.ts'
import type { OutboxEntry, RefusedEntry, Titles } from '../storage/unsent-store.ts'
import { StolenLockError } from '../storage/write-lock.ts'
import type { WriteReceipt } from './write-receipt.ts'
import { answerAgain, digestInputs, type FormMutation, rowIdsOf } from './form-mutations.ts'
import { reconcile } from './local-state.ts'
import { MutationPlan, type PlanSurroundings } from './plan/mutation-plan.ts'

export type WritePath = PlanSurroundings & {
  clock: () => Date
  newId: () => string
  /** The newest mutation may be sent; called before the screens are told, which takes time. */
  onSendable: () => void
  /** Reports a storage problem although the change is kept. */
  reportProblem: (message: string) => void
}

type WriteSource = { retried?: RefusedEntry | undefined; form?: FormMutation | undefined }

/** `tookBack`: an unsent mutation was undone and nothing stored. */
export type Written = WriteReceipt & { tookBack?: boolean }

/**
 * Writes one mutation: checks it as the server will, appends one outbox row, then changes the documents. Runs inside
 * the write lock. `retried`: the refused change that it replaces. `form`: the mutation that it becomes; if that is
 * stored already, nothing happens.
 * @throws AppError, and nothing is written; UNAVAILABLE when the device cannot store it
 */
export async function writeMutation(path: WritePath, shopId: string, inputs: readonly OpInput[], { retried, form }: WriteSource = {}): Promise<Written> {
  const digest = form === undefined ? '' : digestInputs(shopId, inputs)
  // Planning has no side effects, so it runs in parallel with the look-up of the form's WrittenMark.
  const planning = planMutation(path, shopId, inputs, form)
  planning.catch(() => undefined)
  const before = form && (await path.outbox.findMark(form))
  if (form !== undefined && before !== undefined) return answerAgain(form.id, before, digest)
  if (retried === undefined && (await takeBackUnsent(path, inputs))) return { mutationId: null, ids: inputs.map(({ id = '' }) => id), tookBack: true }
  const { plan, titles } = await planning
  if (plan.ops.length === 0) return { mutationId: null, ids: plan.ids }
  const planned = planToEntry(plan, { id: form?.id ?? path.newId(), shopId, titles: { ...retried?.titles, ...titles } })
  const source = { retried, numbers: plan.numbers(), form: form && { mutation: form, mark: { at: plan.at, ids: plan.ids, digest } } }
  const entry = await tellingFullStorage(() => path.outbox.append(planned, plan.bases(), source))
  if (path.outbox.sendable.at(-1) === entry) path.onSendable()
  try {
    await storeDocuments(path, plan.writes(), () => path.outbox.remove(entry, retried))
  } finally {
    path.outbox.unfinished.end()
  }
  path.onSendable()
  return { mutationId: planned.mutation.id, ids: plan.ids }
}

/** The outbox entry of a planned mutation. @throws AppError PAYLOAD_TOO_LARGE */
export function planToEntry(plan: MutationPlan, { id, shopId, titles }: { id: string; shopId: string; titles: Titles }): Omit<OutboxEntry, 'position'> {
  const mutation: Mutation = { id, shopId, at: plan.at, ops: plan.ops }
  const bytes = new TextEncoder().encode(JSON.stringify(mutation)).length
  if (bytes > mutationMaxBytes) throw new AppError('PAYLOAD_TOO_LARGE')
  return { mutation, effects: plan.effects, keys: plan.keys(), bytes, summary: plan.summary(), titles }
}

export async function planMutation(path: WritePath, shopId: string, inputs: readonly OpInput[], form?: FormMutation) {
  const plan = new MutationPlan(path, shopId, path.clock(), form === undefined ? path.newId : rowIdsOf(form.id))
  for (const input of inputs) await plan.add(input)
  await plan.finish()
  return { plan, titles: await plan.titles() }
}

/**
 * An unsent deletion that is undone is not sent at all. One transaction removes it from the outbox; the rows are then
 * rebuilt from their bases, after a crash by the next start.
 */
async function takeBackUnsent(path: WritePath, inputs: readonly OpInput[]): Promise<boolean> {
  const entry = await path.outbox.findUndone(inputs)
  if (entry === undefined) return false
  await tellingFullStorage(() => path.outbox.remove(entry, undefined, []))
  await showTakenBack(path, entry.keys)
  return true
}

/** Rebuilds the rows without the removed mutation. */
export async function showTakenBack(path: WritePath, keys: readonly RowKey[]): Promise<void> {
  try {
    await reconcile({ database: path.database, outbox: path.outbox }, keys)
  } catch (error) {
    path.reportProblem(isQuotaError(error) ? storageFullMessage : 'This device could not show the change yet. It is kept.')
  }
}

type DocumentWrites = ReadonlyMap<CollectionName, readonly RowWrite[]>

/**
 * If a document cannot be stored, all unfinished mutations are removed from the outbox (`takeBack`), unless they are
 * being sent. Then, or if that fails too, they stay in the outbox.
 */
export async function storeDocuments(path: WritePath, documents: DocumentWrites, takeBack: () => Promise<void>): Promise<void> {
  try {
    await path.outbox.assertHeld()
    for (const [collection, writes] of documents) await path.database.write(collection, writes)
  } catch (error) {
    const message = isQuotaError(error) ? storageFullMessage : 'This device could not store the change.'
    try {
      // A tab that stole the lock has rebuilt the rows, and may have sent the mutation.
      await path.outbox.assertHeld()
      // The answer rebuilds the rows.
      if (!path.outbox.unfinished.holdBack()) return path.reportProblem(message)
      await restoreRows(path.database, documents)
      await takeBack()
    } catch (failure) {
      if (failure instanceof StolenLockError) return
      // The outbox has the whole mutation: it is sent, and the next start rebuilds the documents.
      path.reportProblem(message)
      return
    }
    throw new AppError('UNAVAILABLE', message)
  }
}

/** Reverts the collections that were written already. */
async function restoreRows(database: LocalDatabase, documents: DocumentWrites): Promise<void> {
  for (const [collection, writes] of documents) {
    const storedById = await database.find(
      collection,
      writes.map(({ row }) => row.id),
    )
    const undo = writes.flatMap(({ previous, row }): RowWrite[] => {
      const stored = storedById.get(row.id)
      if (stored === undefined || stored._rev === previous?._rev) return []
      return [{ previous: stored, row: storedToRow(previous ?? stored), isDeleted: previous?._deleted ?? true }]
    })
    await database.write(collection, undo)
  }
}
