import { goneText } from './file-queue.ts'
import type { FileRows } from './files-port.ts'
import { isLetGo, type PendingEntry } from './files-store.ts'
import type { PendingFiles } from './pending-files.ts'
import { letGoText } from '../storage/files-store-name.ts'

type Options = {
  pending: PendingFiles
  rows: Pick<FileRows, 'discardedIds' | 'isHere' | 'isRefused' | 'isWaiting'>
  onChanged: () => Promise<void>
}

/** Updates unsent contents as their rows are refused, discarded, restored or lost. */
export class PendingFileUpdates {
  readonly #options: Options
  /** Contents whose row neither the server nor this device has. */
  readonly #away = new Set<string>()
  #looking: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
  }

  /** At start: removes contents whose discard can no longer be undone, and checks the others. */
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

  /** Call when rows or refusals may have changed. */
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

  /** The row is back: the shop was accessible again, or the row was restored. */
  async #cameBack(id: string): Promise<boolean> {
    if (await this.#options.rows.isHere(id)) return this.#away.delete(id)
    this.#away.add(id)
    return false
  }
}
