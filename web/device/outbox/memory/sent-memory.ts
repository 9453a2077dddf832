import { type DeviceStore, type SentBatch, type SentEntry, toSentEntries } from '../../storage/unsent-store.ts'

/** What the server took, held in the leading tab's memory too: the storage may be emptied under it. Records of it never change. */
export class SentMemory {
  #entriesById: Map<string, readonly SentEntry[]> | undefined
  #count = 0
  /** Of what was noted since somebody set it to 0. */
  bytes = 0

  get isHeld(): boolean {
    return this.#entriesById !== undefined
  }

  /** Mutations that are kept, as far as this tab knows. */
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

  /** From here on, and again after some were forgotten. */
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

  /** Another tab leads, and knows what is forgotten of it. */
  letGo(): void {
    this.#entriesById = undefined
    this.#count = 0
  }
}
