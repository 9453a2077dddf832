import type { DeviceStore, SentEntry } from '../../storage/unsent-store.ts'

/** What the server took, held in the leading tab's memory too: the storage may be emptied under it. */
export class SentMemory {
  #byId: Map<string, SentEntry> | undefined

  get isHeld(): boolean {
    return this.#byId !== undefined
  }

  entries(): SentEntry[] {
    return [...(this.#byId?.values() ?? [])]
  }

  note(sent: readonly SentEntry[]): void {
    for (const entry of sent) this.#byId?.set(entry.id, entry)
  }

  /** From here on, and again after some were forgotten. */
  async hold({ sent }: DeviceStore): Promise<void> {
    const ids = await sent.toCollection().primaryKeys()
    const unknown = await sent.bulkGet(ids.filter((id) => this.#byId?.has(id) !== true))
    const known = ids.flatMap((id) => this.#byId?.get(id) ?? [])
    this.#byId = new Map([...known, ...unknown].flatMap((entry) => (entry === undefined ? [] : [[entry.id, entry]])))
  }

  /** Another tab leads, and knows what is forgotten of it. */
  letGo(): void {
    this.#byId = undefined
  }
}
