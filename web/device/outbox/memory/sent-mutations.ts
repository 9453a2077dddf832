import { type DeviceStore, type SentBatch, type SentEntry, toSentEntries } from '../../storage/unsent-store.ts'

/** Sent mutations, kept in the leading tab's memory too because the storage may be cleared. Their records never change. */
export class SentMutations {
  #entriesById: Map<string, readonly SentEntry[]> | undefined
  #count = 0
  /** Size of the noted mutations since the caller last reset it to 0. */
  bytes = 0

  get isHeld(): boolean {
    return this.#entriesById !== undefined
  }

  get count(): number {
    return this.#count
  }

  entries(): SentEntry[] {
    return [...(this.#entriesById?.values() ?? [])].flat()
  }

  note(records: readonly (SentEntry | SentBatch)[]): void {
    for (const record of records) {
      const entries = toSentEntries(record)
      this.#entriesById?.set(record.id, entries)
      this.#count += entries.length
      this.bytes += entries.reduce((sum, entry) => sum + entry.bytes, 0)
    }
  }

  /** Loads them; call it again after some were forgotten. */
  async hold({ sent }: DeviceStore): Promise<void> {
    const held = this.#entriesById ?? new Map<string, readonly SentEntry[]>()
    const ids = await sent.toCollection().primaryKeys()
    const unknown = await sent.bulkGet(ids.filter((id) => !held.has(id)))
    const known = ids.flatMap((id) => {
      const entries = held.get(id)
      return entries === undefined ? [] : [[id, entries] as const]
    })
    const read = unknown.flatMap((record) => (record === undefined ? [] : [[record.id, toSentEntries(record)] as const]))
    this.#entriesById = new Map([...known, ...read])
    this.#count = this.entries().length
  }

  /** Another tab took the lead and may forget some. */
  letGo(): void {
    this.#entriesById = undefined
    this.#count = 0
  }
}
