import { create } from 'zustand'
import { expectOwnNews } from '#web/forms/news/own-news.ts'
import { closeDialog, openDialog, useDialogs } from '#web/navigation/dialogs.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import type { Device } from '#web/device/device-types.ts'
import type { BulkAct, BulkDone } from './bulk-act.ts'
import type { BulkNotes } from './bulk-note.ts'
import { type BulkResult, runBulk, stepSize, undoBulk } from './bulk-run.ts'
import { resultToTitle } from './bulk-words.ts'
import { common } from '#web/language/common-texts.ts'

/** A bulk change; `text` describes it: "Status: Fixed". */
export type BulkJob = {
  device: Pick<Device, 'rows' | 'writeTogether'>
  shopId: string
  act: BulkAct
  text: string
  notes: BulkNotes
  newId: () => string
}

export type BulkState =
  | { phase: 'running'; job: BulkJob; isUndo: boolean; total: number; tried: number; isCancelled: boolean; cancel: () => void }
  | { phase: 'ended'; job: BulkJob; isUndo: boolean; result: BulkResult }

/** One run at a time; it continues while the user works elsewhere in the app. */
export const useBulk = create<{ state: BulkState | null }>(() => ({ state: null }))

const isRunning = (): boolean => useBulk.getState().state?.phase === 'running'

/** Long enough to check the list first. */
const undoMs = 15_000

/** Applies the act to all ids; undefined while another run is active. */
export function startBulk(job: BulkJob, ids: readonly string[]): Promise<BulkResult | undefined> {
  return follow(job, { isUndo: false, ids }, (options) => runBulk(job.act, { ...options, ids }))
}

export function startUndo(job: BulkJob, done: readonly BulkDone[]): Promise<BulkResult | undefined> {
  // The user looks for the restored orders in the list.
  expectOwnNews()
  const ids = done.map(({ id }) => id)
  return follow(job, { isUndo: true, ids }, (options) => undoBulk(job.act, done, options))
}

type RunOptions = Parameters<typeof undoBulk>[2]

async function follow(job: BulkJob, { isUndo, ids }: { isUndo: boolean; ids: readonly string[] }, run: (options: RunOptions) => Promise<BulkResult>) {
  if (isRunning()) return undefined
  const controller = new AbortController()
  const patch = (change: { tried?: number; isCancelled?: boolean }): void => {
    const { state } = useBulk.getState()
    if (state?.phase === 'running') useBulk.setState({ state: { ...state, ...change } })
  }
  const cancel = (): void => {
    controller.abort()
    patch({ isCancelled: true })
  }
  const runId = job.newId()
  useBulk.setState({ state: { phase: 'running', job, isUndo, total: ids.length, tried: 0, isCancelled: false, cancel } })
  if (ids.length >= stepSize) openDialog({ kind: 'orders-bulk' })
  const onProgress = (tried: number): void => patch({ tried })
  window.addEventListener('beforeunload', askBeforeLeaving)
  try {
    const { device, shopId } = job
    const result = await holdingLock(runId, async () => {
      // None for an undo: if interrupted, the run that it reverts was complete.
      return run({ device, shopId, signal: controller.signal, onProgress, note: isUndo ? undefined : { runId, act: job.act, ids } })
    })
    tell(job, isUndo, result)
    return result
  } catch (error) {
    useBulk.setState({ state: null })
    if (isShown()) closeDialog()
    throw error
  } finally {
    window.removeEventListener('beforeunload', askBeforeLeaving)
    await job.notes.end(runId)
  }
}

const askBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault()

const isShown = (): boolean => useDialogs.getState().dialog?.kind === 'orders-bulk'

/** A toast with Undo if all succeeded; otherwise the dialog lists what failed. */
function tell(job: BulkJob, isUndo: boolean, result: BulkResult): void {
  const isWhole = result.refused.length === 0 && result.left.length === 0
  if (!isWhole) {
    useBulk.setState({ state: { phase: 'ended', job, isUndo, result } })
    openDialog({ kind: 'orders-bulk' })
    return
  }
  useBulk.setState({ state: null })
  if (isShown()) closeDialog()
  const canUndo = !isUndo && result.done.length > 0
  showToast({
    title: resultToTitle(job.act, result, isUndo),
    description: isUndo || job.text === '' ? undefined : job.text,
    tone: 'success',
    ...(canUndo && { durationMs: undoMs, action: { label: common.undo(), onPress: () => void startUndo(job, result.done) } }),
  })
}

export const bulkLockName = (runId: string): string => `mainspring-bulk/${runId}`

/** The lock tells other pages that the run is active. */
function holdingLock<T>(runId: string, run: () => Promise<T>): Promise<T> {
  const locks: LockManager | undefined = navigator.locks
  return locks === undefined ? run() : locks.request(bulkLockName(runId), run)
}
