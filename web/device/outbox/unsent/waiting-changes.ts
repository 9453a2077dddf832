import type { Op } from '#schema/api/sync.ts'
import { createStore, type Readable, watchSet } from '../../platform/observable.ts'
import { noteHeld } from '../../storage/eviction.ts'
import type { Effect } from '../../rows/rebase.ts'
import type { LocalParts } from '../local-parts.ts'

export type WaitingChange = { mutationId: string; shopId: string; at: string; ops: Op[]; effects?: readonly Effect[]; summary: string }

export type WaitingChanges = {
  changes: Readable<WaitingChange[]>
  count: Readable<number>
  progress: () => SendProgress
  /** Call when the outbox changed. */
  refresh: () => void
}

export function watchWaitingChanges({ localState: { outbox }, ports, userId }: Pick<LocalParts, 'localState' | 'ports' | 'userId'>): WaitingChanges {
  const count = createStore(0)
  const listeners = new Set<() => void>()
  let progress: SendProgress = null
  let known: WaitingChange[] | undefined
  return {
    changes: {
      get: () =>
        (known ??= outbox.entries.map(({ mutation: { id, shopId, at, ops }, effects, summary }) => ({ mutationId: id, shopId, at, ops, effects, summary }))),
      subscribe: (listener) => watchSet(listeners, listener),
    },
    count,
    progress: () => progress,
    refresh() {
      known = undefined
      const now = outbox.entries.length
      if (now !== count.get()) {
        progress = toSendProgress(progress, count.get(), now)
        count.set(now)
        noteHeld(ports.notes, userId, now)
      }
      for (const listener of listeners) listener()
    },
  }
}

/** Progress since changes began to wait; null when none wait. */
export type SendProgress = { done: number; total: number } | null

/** A lower number of waiting changes counts as sent, a higher one as new. Resets when none is left. */
export function toSendProgress(progress: SendProgress, waitingBefore: number, waiting: number): SendProgress {
  if (waiting === 0) return null
  const { done, total } = progress ?? { done: 0, total: waitingBefore }
  return waiting < waitingBefore ? { done: done + waitingBefore - waiting, total } : { done, total: total + waiting - waitingBefore }
}
