import { isFirstSyncOpen, noteFirstSync } from '../recovery/first-sync.ts'
import type { NotePort } from '../platform/ports.ts'
import type { ConnectionTracker } from './connection.ts'

/** State and progress of the first sync; survives a reload. */
export class FirstSyncState {
  readonly #notes: NotePort
  readonly #userId: string
  readonly #connection: ConnectionTracker

  constructor(notes: NotePort, userId: string, connection: ConnectionTracker) {
    this.#notes = notes
    this.#userId = userId
    this.#connection = connection
  }

  /** Continues a first sync that an earlier page did not finish. `countStored`: number of stored rows. */
  resume(countStored: () => Promise<number>): void {
    if (!isFirstSyncOpen(this.#notes, this.#userId)) return
    this.open()
    countStored().then(
      (rows) => this.count(rows),
      () => undefined,
    )
  }

  open(): void {
    noteFirstSync(this.#notes, this.#userId, true)
    if (this.#connection.store.get().firstSync === null) this.#connection.patch({ firstSync: { done: 0, total: null } })
  }

  count(rows: number): void {
    const { firstSync } = this.#connection.store.get()
    if (firstSync === null) return
    const done = firstSync.done + rows
    this.#connection.patch({ firstSync: { ...firstSync, done: firstSync.total === null ? done : Math.min(done, firstSync.total) } })
  }

  /** Everything due has been fetched. */
  close(): void {
    if (isFirstSyncOpen(this.#notes, this.#userId)) noteFirstSync(this.#notes, this.#userId, false)
    this.#connection.patch({ firstSync: null })
  }
}
