import { readSetBack, dismissSetBack, type SetBackNote } from '../outbox/sent.ts'
import { createStore, type Readable } from '../platform/observable.ts'
import type { LocalParts } from '../outbox/local-parts.ts'
import type { DeviceStore, NewerRow } from '../storage/unsent-store.ts'
import { type CheckProgress, type CheckResult, readCheckResult } from './device-check.ts'
import type { NewerItem, NewerStore, WriteOps } from './newer-store.ts'

/** Rows that are newer here than on the server, and the daily comparison with the server. */
export type DeviceRecovery = {
  /** Rows that the server lost or holds in an older state. They leave the list when the feed brings them back. */
  newer: {
    readonly items: Readable<NewerItem[]>
    list: () => Promise<NewerItem[]>
    /** Sends all rows or those named by key. Returns how many could not be written and stay listed. @throws AppError UNAVAILABLE */
    send: (keys?: readonly string[]) => Promise<number>
    /** Removes rows from the list; pass the result to `putBack` to undo that. */
    letGo: (keys: readonly string[]) => Promise<NewerRow[]>
    putBack: (rows: readonly NewerRow[]) => Promise<void>
  }
  check: {
    /** Compares all rows with the server and repairs differences; resolves when that is done or impossible. */
    run: () => Promise<void>
    /** Null while no comparison runs. */
    readonly progress: Readable<CheckProgress | null>
    readResult: () => Promise<CheckResult | null>
  }
  setBack: {
    /** What to tell the user about a server that was set back; null if nothing. */
    read: () => Promise<SetBackNote | null>
    dismiss: () => Promise<void>
  }
}

export type RecoveryNews = {
  /** Null while no comparison runs. */
  readonly progress: Readable<CheckProgress | null>
  onCheckProgress: (progress: CheckProgress | null) => void
  /** A page of a reset may set rows aside: the list is read again after a short pause. */
  onRowsKept: () => void
  /** Another tab changed the rows set aside. */
  refresh: () => Promise<void>
}

const restMs = 200

/** Reads the list of newer rows again when a pull or another tab changes it. `onChanged`: tells the other tabs to do so. */
export function createRecoveryNews({ closing, ports }: Pick<LocalParts, 'closing' | 'ports'>, newer: NewerStore, onChanged: () => void): RecoveryNews {
  const progress = createStore<CheckProgress | null>(null)
  let isRefreshDue = false
  const refresh = async (): Promise<void> => {
    if (!closing.aborted) await newer.refresh()
  }
  const refreshAfterRest = async (): Promise<void> => {
    await ports.wait(restMs, closing)
    isRefreshDue = false
    await refresh()
    onChanged()
  }
  return {
    progress,
    onCheckProgress: progress.set,
    onRowsKept() {
      if (isRefreshDue) return
      isRefreshDue = true
      void refreshAfterRest().catch(() => undefined)
    },
    refresh,
  }
}

type Options = {
  store: DeviceStore
  newer: NewerStore
  progress: RecoveryNews['progress']
  write: WriteOps
  /** Asks the leading tab to compare; resolves when it has, or when no tab can. */
  runCheck: () => Promise<void>
}

export const createDeviceRecovery = ({ store, newer, progress, write, runCheck }: Options): DeviceRecovery => ({
  newer: { items: newer.items, list: newer.list, send: (keys) => newer.send(write, keys), letGo: newer.letGo, putBack: newer.putBack },
  check: { run: runCheck, progress, readResult: async () => (await readCheckResult(store)) ?? null },
  setBack: { read: async () => (await readSetBack(store)) ?? null, dismiss: () => dismissSetBack(store) },
})
