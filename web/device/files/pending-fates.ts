import { goneText } from './file-queue.ts'
import type { FileRows } from './files-port.ts'
import { type FilesStore, type PendingEntry, removePending } from './files-store.ts'
import { letGoText } from '../storage/files-store-name.ts'

type Options = {
  store: FilesStore
  rows: Pick<FileRows, 'discardedIds' | 'isHere' | 'isRefused' | 'isWaiting'>
  /** Tells all tabs. */
  onChanged: () => Promise<void>
}

/** What becomes of contents that the server has not taken, while their rows go and come: whoever changes a row says nothing to them. */
export class PendingFates {
  readonly #options: Options
  /** Contents that the server knew no row for, and whose rows left this device too. */
  readonly #away = new Set<string>()
  #entries: readonly PendingEntry[] = []
  #looking: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
  }

  /** Takes what lies here now; answers it without what was let go and may come back. */
  withoutLetGo(entries: readonly PendingEntry[]): PendingEntry[] {
    this.#entries = entries
    return entries.filter(({ trouble }) => trouble !== letGoText)
  }

  /** At a start: what nobody can put back any more leaves, and what the server knew no row for is tried once more. */
  async begin(): Promise<void> {
    const { onChanged, rows, store } = this.#options
    const discarded = rows.discardedIds()
    const forgotten: string[] = []
    for (const { id, trouble } of this.#entries) {
      if (trouble === goneText) this.#away.add(id)
      if (trouble === letGoText && !discarded.has(id) && !(await this.#hasRow(id))) forgotten.push(id)
    }
    if (forgotten.length > 0) {
      await removePending(store, forgotten)
      await onChanged()
    }
    await this.look()
  }

  /** Whenever rows, or what was refused of them, may have changed. */
  look(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#lookNow()).catch(() => undefined)
    return this.#looking
  }

  async #lookNow(): Promise<void> {
    const { onChanged, rows, store } = this.#options
    const discarded = rows.discardedIds()
    const changes: { key: string; changes: Pick<PendingEntry, 'trouble'> }[] = []
    for (const { id, draftKey, trouble } of this.#entries) {
      const isLetGo = trouble === letGoText
      if (draftKey !== null || (discarded.has(id) && isLetGo)) continue
      if (discarded.has(id)) changes.push({ key: id, changes: { trouble: letGoText } })
      else if (isLetGo ? await this.#hasRow(id) : trouble === goneText && (await this.#cameBack(id))) changes.push({ key: id, changes: { trouble: null } })
    }
    if (changes.length === 0) return
    await store.pending.bulkUpdate(changes)
    await onChanged()
  }

  async #hasRow(id: string): Promise<boolean> {
    const { rows } = this.#options
    return rows.isRefused(id) || rows.isWaiting(id) || (await rows.isHere(id))
  }

  /** A row that goes and comes is one of a shop that the person had lost for a while, or was brought back. */
  async #cameBack(id: string): Promise<boolean> {
    if (await this.#options.rows.isHere(id)) return this.#away.delete(id)
    this.#away.add(id)
    return false
  }
}
