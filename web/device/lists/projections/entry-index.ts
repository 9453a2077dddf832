import type { Pace } from './build-turns.ts'

/** Entries by their ids. Many that come at once are put in their places when somebody asks for one, or when nothing else happens. */
export class EntryIndex<Entry extends { id: string }> {
  readonly #byId = new Map<string, Entry>()
  #waiting: Entry[] = []

  get size(): number {
    return this.#byId.size + this.#waiting.length
  }

  /** Entries whose ids are not here yet. */
  addAll(entries: readonly Entry[]): void {
    for (const entry of entries) this.#waiting.push(entry)
  }

  byId(): Map<string, Entry> {
    for (const entry of this.#waiting) this.#byId.set(entry.id, entry)
    if (this.#waiting.length > 0) this.#waiting = []
    return this.#byId
  }

  async putInPlace(pace: Pace): Promise<void> {
    for (let entry = this.#waiting.pop(); entry !== undefined; entry = this.#waiting.pop()) {
      this.#byId.set(entry.id, entry)
      if (this.#waiting.length % 64 === 0 && pace.isRestDue) await pace.rest()
    }
  }
}
