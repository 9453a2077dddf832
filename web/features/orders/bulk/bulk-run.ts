import type { Order } from '#schema/collections/work/orders.ts'
import { AppError } from '#schema/errors.ts'
import type { Device } from '#web/device/device-types.ts'
import { type Act, type Run, writeActs } from '#web/device/react/write-acts.ts'
import { readMissingTests } from '#web/features/tests/missing-tests.ts'
import { toShownText } from '#web/language/staff-texts.ts'
import { type BulkNote, noteToRun } from './bulk-note.ts'
import { type BulkAct, type BulkDone, readField, toAct, toUndo } from './bulk-act.ts'
import { t } from '../order-bulk-texts.ts'

/** Orders per step: small enough for Cancel and other writes to get through between steps. */
export const stepSize = 50

export type BulkRefusal = { id: string; title: string; number: number | null; reason: string }

/** `same`: already had the value. `left`: not tried, because of Cancel or `trouble`. */
export type BulkResult = { done: BulkDone[]; same: number; refused: BulkRefusal[]; left: string[]; trouble?: string | undefined }

type RunOptions = {
  device: Pick<Device, 'rows' | 'writeTogether'>
  shopId: string
  ids: readonly string[]
  signal: AbortSignal
  onProgress: (tried: number) => void
  /** The note of the run, for a page that is closed before its end. */
  note?: BulkNote | undefined
  /** Yields to rendering between steps. */
  rest?: () => Promise<unknown>
}

const restForScreen = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 0))

/** Applies the act to each order, one mutation each, in steps. What is stored stays when the run stops. */
export const runBulk = (act: BulkAct, options: RunOptions): Promise<BulkResult> =>
  runSteps(
    { ...options, findReason: (id) => (act.kind === 'status' ? readMissingTests(options.device, options.shopId, id, act.value) : undefined) },
    (id, order) => ({
      act: toAct(act, id, order),
      before: order === undefined || act.kind === 'delete' ? null : readField(order, act),
      title: order?.itemDetails ?? '',
    }),
  )

/** Reverts a run in its original order. */
export function undoBulk(act: BulkAct, done: readonly BulkDone[], options: Omit<RunOptions, 'ids'>): Promise<BulkResult> {
  const doneById = new Map(done.map((one) => [one.id, one]))
  return runSteps({ ...options, ids: [...doneById.keys()] }, (id, order) => {
    const one = doneById.get(id)
    // An unsent deletion is undone without a mutation.
    return { act: one && toUndo(act, one, order), before: null, title: one?.title ?? '', isDoneUnsaid: act.kind === 'delete' }
  })
}

/** `isDoneUnsaid`: counts as done even without a write. No `act`: the order was changed since. */
type Step = { act: Act | undefined; before: BulkDone['before']; title: string; isDoneUnsaid?: boolean }
type ToStep = (id: string, order: Order | undefined) => Step

/** `findReason`: why an order is left as it is. */
type StepsOptions = RunOptions & { findReason?: (id: string) => Promise<string | undefined> | undefined }

async function runSteps(
  { device, shopId, ids, signal, onProgress, note, findReason, rest = restForScreen }: StepsOptions,
  toStep: ToStep,
): Promise<BulkResult> {
  const result: BulkResult = { done: [], same: 0, refused: [], left: [] }
  for (let start = 0; start < ids.length; start += stepSize) {
    if (signal.aborted) return { ...result, left: ids.slice(start) }
    const step = ids.slice(start, start + stepSize)
    try {
      await takeStep(result, { device, shopId, step, toStep, findReason, run: note && result.done.length === 0 ? noteToRun(note) : undefined })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { ...result, left: ids.slice(start), trouble: error.message }
    }
    onProgress(start + step.length)
    await rest()
  }
  return result
}

type StepOptions = Pick<StepsOptions, 'device' | 'shopId' | 'findReason'> & { step: readonly string[]; toStep: ToStep; run: Run | undefined }

async function takeStep(result: BulkResult, { device, shopId, step, toStep, findReason, run }: StepOptions): Promise<void> {
  const orderById = new Map((await device.rows.readMany('orders', step)).map((order) => [order.id, order]))
  const wanted = []
  for (const id of step) {
    const reason = await findReason?.(id)
    const { act, ...rest } = toStep(id, orderById.get(id))
    wanted.push({ id, number: orderById.get(id)?.number ?? null, reason, act: reason === undefined ? act : undefined, ...rest })
  }
  const outcomes = await writeActs(
    device,
    shopId,
    wanted.flatMap(({ act }) => (act === undefined ? [] : [act])),
    run,
  )
  let place = 0
  for (const { id, number, act, before, title, reason, isDoneUnsaid = false } of wanted) {
    const outcome = act === undefined ? undefined : outcomes[place++]
    if (outcome?.receipt === undefined)
      result.refused.push({ id, title, number, reason: reason ?? (outcome && toShownText(outcome.error.message, outcome.error.code)) ?? t.changedSince() })
    else if (outcome.receipt.mutationId === null && !isDoneUnsaid) result.same++
    else result.done.push({ id, title, mutationId: outcome.receipt.mutationId, before })
  }
}
