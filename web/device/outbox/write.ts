import { mutationMaxBytes, type Mutation } from '#schema/api/sync.ts'
import { AppError } from '#schema/errors.ts'
import { isQuotaError, storageFullMessage, tellingFullStorage } from '../platform/storage-errors.ts'
import type { OpInput } from '../rows/op-input.ts'
import { storedToRow } from '../rows/rows.ts'
import type { LocalDatabase, RowWrite } from '../storage/row-database.ts'
import type { OutboxEntry, RefusedEntry } from '../storage/unsent-store.ts'
import { StolenLockError } from '../storage/write-lock.ts'
import type { WriteReceipt } from './write-receipt.ts'
import { answerAgain, digestInputs, type FormMutation, rowIdsOf } from './form-mutations.ts'
import { reconcile } from './local-state.ts'
import { MutationPlan, type PlanSurroundings } from './plan/mutation-plan.ts'

export type WritePath = PlanSurroundings & {
  clock: () => Date
  newId: () => string
  /** The newest mutation may leave: told before the screens hear of it, because they take their time. */
  onSendable: () => void
  /** Storage trouble that the person must know about although the change is kept. */
  reportProblem: (message: string) => void
}

type WriteSource = { retried?: RefusedEntry | undefined; form?: FormMutation | undefined }

/** `tookBack`: nothing is stored; a mutation that nobody had heard of was taken back. */
export type Written = WriteReceipt & { tookBack?: boolean }

/**
 * Writes one mutation: checks it as the server will, appends one outbox row, then changes the documents. Runs inside the write lock.
 * `retried`: the refused change that it takes the place of. `form`: the mutation that it is bound to be; stored before, nothing happens.
 * @throws AppError, and nothing is written; UNAVAILABLE when the device cannot store it
 */
export async function writeMutation(path: WritePath, shopId: string, inputs: readonly OpInput[], { retried, form }: WriteSource = {}): Promise<Written> {
  const digest = form === undefined ? '' : digestInputs(shopId, inputs)
  // It changes nothing, and reads the rows while the mark of the form is looked for.
  const planning = planMutation(path, shopId, inputs, form)
  planning.catch(() => undefined)
  const before = form && (await path.outbox.findMark(form))
  if (form !== undefined && before !== undefined) return answerAgain(form.id, before, digest)
  if (retried === undefined && (await takeBackUnsent(path, inputs))) return { mutationId: null, ids: inputs.map(({ id = '' }) => id), tookBack: true }
  const { plan, titles } = await planning
  if (plan.ops.length === 0) return { mutationId: null, ids: plan.ids }
  const mutation: Mutation = { id: form?.id ?? path.newId(), shopId, at: plan.at, ops: plan.ops }
  const bytes = new TextEncoder().encode(JSON.stringify(mutation)).length
  if (bytes > mutationMaxBytes) throw new AppError('PAYLOAD_TOO_LARGE')
  const planned = {
    mutation,
    effects: plan.effects,
    keys: plan.keys(),
    bytes,
    summary: plan.summary(),
    titles: { ...retried?.titles, ...titles },
  }
  const source = { retried, numbers: plan.numbers(), form: form && { mutation: form, mark: { at: plan.at, ids: plan.ids, digest } } }
  const entry = await tellingFullStorage(() => path.outbox.append(planned, plan.bases(), source))
  if (path.outbox.sendable.at(-1) === entry) path.onSendable()
  try {
    await storeDocuments(path, entry, plan, retried)
  } finally {
    path.outbox.unfinished.end()
  }
  path.onSendable()
  return { mutationId: mutation.id, ids: plan.ids }
}

async function planMutation(path: WritePath, shopId: string, inputs: readonly OpInput[], form: FormMutation | undefined) {
  const plan = new MutationPlan(path, shopId, path.clock(), form === undefined ? path.newId : rowIdsOf(form.id))
  for (const input of inputs) await plan.add(input)
  await plan.finish()
  return { plan, titles: await plan.titles() }
}

/**
 * Deleted and undone before any of it left: neither is sent, as if nothing had happened. One transaction takes the deletion out of
 * the outbox; the rows are then made from their bases, which a start after a crash does as well.
 */
async function takeBackUnsent(path: WritePath, inputs: readonly OpInput[]): Promise<boolean> {
  const entry = await path.outbox.findUndone(inputs)
  if (entry === undefined) return false
  await tellingFullStorage(() => path.outbox.remove(entry, undefined, []))
  try {
    await reconcile({ database: path.database, outbox: path.outbox }, entry.keys)
  } catch (error) {
    path.reportProblem(isQuotaError(error) ? storageFullMessage : 'This device could not show the change yet. It is kept.')
  }
  return true
}

/**
 * When a document cannot be stored, the whole mutation is taken back, unless it is on its way to the server; then, or if even that
 * fails, it stays whole in the outbox.
 */
async function storeDocuments(path: WritePath, entry: OutboxEntry, plan: MutationPlan, retried: RefusedEntry | undefined): Promise<void> {
  try {
    await path.outbox.assertHeld()
    for (const [collection, writes] of plan.writes()) await path.database.write(collection, writes)
  } catch (error) {
    const message = isQuotaError(error) ? storageFullMessage : 'This device could not store the change.'
    try {
      // Whoever took the lock from a tab that stood still has made the rows from the outbox, and may have sent the mutation.
      await path.outbox.assertHeld()
      // The answer makes the rows again.
      if (!path.outbox.unfinished.holdBack()) return path.reportProblem(message)
      await restoreRows(path.database, plan)
      await path.outbox.remove(entry, retried)
    } catch (failure) {
      if (failure instanceof StolenLockError) return
      // The mutation is whole in the outbox: it is sent from there, and its documents are made again at the next start.
      path.reportProblem(message)
      return
    }
    throw new AppError('UNAVAILABLE', message)
  }
}

/** Puts back what some collections already took. */
async function restoreRows(database: LocalDatabase, plan: MutationPlan): Promise<void> {
  for (const [collection, writes] of plan.writes()) {
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
