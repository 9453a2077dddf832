import { goneText } from './file-queue.ts'
import type { FileRows } from './files-port.ts'
import { isLetGo, type PendingEntry } from './files-store.ts'
import type { PendingFiles } from './pending-files.ts'
import { letGoText } from '../storage/files-store-name.ts'

type Options = {
  pending: PendingFiles
  rows: Pick<FileRows, 'discardedIds' | 'isHere' | 'isRefused' | 'isWaiting'>
  /** Tells all tabs. */
  onChanged: () => Promise<void>
}

/** What becomes of contents that the server has not taken, while their rows go and come: whoever changes a row says nothing to them. */
export class PendingFates {
  readonly #options: Options
  /** Contents that the server knew no row for, and whose rows left this device too. */
  readonly #away = new Set<string>()
  #looking: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
  }

  /** At a start: what nobody can put back any more leaves, and what the server knew no row for is tried once more. */
  async begin(): Promise<void> {
    const { onChanged, pending, rows } = this.#options
    const discarded = rows.discardedIds()
    const forgotten: string[] = []
    for (const entry of pending.all) {
      if (entry.trouble === goneText) this.#away.add(entry.id)
      if (isLetGo(entry) && !discarded.has(entry.id) && !(await this.#hasRow(entry.id))) forgotten.push(entry.id)
    }
    if (forgotten.length > 0) {
      await pending.remove(forgotten)
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
    const { onChanged, pending, rows } = this.#options
    const discarded = rows.discardedIds()
    const changes: { key: string; changes: Pick<PendingEntry, 'trouble'> }[] = []
    const wantedAgain: string[] = []
    for (const entry of pending.all) {
      const { id, draftKey, trouble } = entry
      if (draftKey !== null || (discarded.has(id) && isLetGo(entry))) continue
      if (discarded.has(id)) changes.push({ key: id, changes: { trouble: letGoText } })
      else if (isLetGo(entry) ? await this.#hasRow(id) : trouble === goneText && (await this.#cameBack(id)))
        changes.push({ key: id, changes: { trouble: null } })
      if (isLetGo(entry) && changes.at(-1)?.key === id) wantedAgain.push(id)
    }
    if (changes.length === 0) return
    await pending.setTroubles(changes)
    await pending.holdAgain(wantedAgain)
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
