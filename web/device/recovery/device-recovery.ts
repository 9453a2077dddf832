import { readSetBack, dismissSetBack, type SetBackNote } from '../outbox/sent.ts'
import { createStore, type Readable } from '../platform/observable.ts'
import type { LocalParts } from '../outbox/local-parts.ts'
import type { NewerRow } from '../storage/unsent-store.ts'
import { type CheckProgress, type CheckResult, readCheckResult } from './device-check.ts'
import type { NewerBook, NewerItem } from './newer-book.ts'

/** What this device holds against a server that knows less, and how it makes sure that both hold the same. */
export type DeviceRecovery = {
  /** Rows that the server no longer had as this device held them; they leave by themselves when they come back. */
  newer: {
    readonly items: Readable<NewerItem[]>
    list: () => Promise<NewerItem[]>
    /** Sends all of them again, or those named by key. Answers how many could not be written and stay. @throws AppError UNAVAILABLE */
    send: (keys?: readonly string[]) => Promise<number>
    /** Takes them from the list. Answers what `putBack` takes to undo that. */
    letGo: (keys: readonly string[]) => Promise<NewerRow[]>
    putBack: (rows: readonly NewerRow[]) => Promise<void>
  }
  check: {
    /** Compares all rows with the server and mends what differs; resolves when that is done or cannot be. */
    run: () => Promise<void>
    /** Null while nothing is compared. */
    readonly progress: Readable<CheckProgress | null>
    readonly result: Readable<CheckResult | null>
  }
  setBack: {
    /** Null while nothing is to be said. */
    readonly note: Readable<SetBackNote | null>
    dismiss: () => Promise<void>
  }
}

/** What the engine and the other tabs tell of it. */
export type RecoveryNews = {
  /** Null: the comparison has ended. */
  onCheckProgress: (progress: CheckProgress | null) => Promise<void>
  /** Each page of a reset may keep some rows aside: they are read once it rests for a moment. */
  onRowsKept: () => void
  /** Another tab changed what is kept aside, or what is said of a set-back. */
  refresh: () => Promise<void>
}

type Options = {
  local: Pick<LocalParts, 'closing' | 'ports' | 'store'>
  newer: NewerBook
  /** Asks the leading tab to compare; resolves when it has, or nobody can. */
  runCheck: () => Promise<void>
  /** What the other tabs show is to be read again. */
  onChanged: () => void
}

const restMs = 200

export async function openDeviceRecovery({ local, newer, runCheck, onChanged }: Options): Promise<{ recovery: DeviceRecovery; news: RecoveryNews }> {
  const { closing, ports, store } = local
  const progress = createStore<CheckProgress | null>(null)
  const [lastResult, lastSetBack] = await Promise.all([readCheckResult(store), readSetBack(store)])
  const result = createStore<CheckResult | null>(lastResult ?? null)
  const setBack = createStore<SetBackNote | null>(lastSetBack ?? null)
  let isRefreshDue = false

  const readResult = (): Promise<void> =>
    readCheckResult(store).then(
      (read) => result.set(read ?? null),
      () => undefined,
    )

  const news: RecoveryNews = {
    async onCheckProgress(next) {
      if (next === null) await readResult()
      if (next !== progress.get()) progress.set(next)
    },
    onRowsKept() {
      if (isRefreshDue) return
      isRefreshDue = true
      const afterRest = async (): Promise<void> => {
        await ports.wait(restMs, closing)
        isRefreshDue = false
        await news.refresh()
        onChanged()
      }
      void afterRest().catch(() => undefined)
    },
    async refresh() {
      if (closing.aborted) return
      await newer.refresh()
      setBack.set((await readSetBack(store)) ?? null)
    },
  }

  const recovery: DeviceRecovery = {
    newer: { items: newer.items, list: newer.list, send: newer.send, letGo: newer.letGo, putBack: newer.putBack },
    check: {
      async run() {
        await runCheck()
        await readResult()
      },
      progress,
      result,
    },
    setBack: {
      note: setBack,
      async dismiss() {
        await dismissSetBack(store)
        setBack.set(null)
        onChanged()
      },
    },
  }
  return { recovery, news }
}
