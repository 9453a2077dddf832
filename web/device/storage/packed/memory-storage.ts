import { RXDB_VERSION, type RxStorage } from 'rxdb/plugins/core'
import { PackedInstance } from './packed-instance.ts'
import type { Decision, GroupOf } from './packed-store.ts'
import type { PackedDocument } from './packed-tables.ts'

/** In-memory documents of one RxDB collection; lost when it closes. */
class MemoryDocuments {
  readonly #documentByKey = new Map<string, PackedDocument>()

  async find(primaries: readonly string[]): Promise<Map<string, PackedDocument>> {
    return this.#findNow(primaries)
  }

  async change<T>(primaries: readonly string[], _groupOf: GroupOf, decide: (stored: ReadonlyMap<string, PackedDocument>) => Decision<T>): Promise<T> {
    const { puts, result } = decide(this.#findNow(primaries))
    for (const { primary, document } of puts) this.#documentByKey.set(primary, document)
    return result
  }

  async readAll(): Promise<PackedDocument[]> {
    return [...this.#documentByKey.values()]
  }

  async purge(_name: string, isMeant: (document: PackedDocument) => boolean): Promise<boolean> {
    for (const [primary, document] of this.#documentByKey) if (document._deleted && isMeant(document)) this.#documentByKey.delete(primary)
    return true
  }

  async clear(): Promise<void> {
    this.#documentByKey.clear()
  }

  #findNow(primaries: readonly string[]): Map<string, PackedDocument> {
    return new Map(
      primaries.flatMap((primary) => {
        const document = this.#documentByKey.get(primary)
        return document === undefined ? [] : [[primary, document] as const]
      }),
    )
  }
}

/** An RxDB storage for data that is rebuilt at each start: every collection opens empty. */
export const getRxStorageForNotes = (): RxStorage<object, object> => ({
  name: 'notes',
  rxdbVersion: RXDB_VERSION,
  async createStorageInstance(params) {
    const { primaryKey } = params.schema
    const primaryPath = typeof primaryKey === 'string' ? primaryKey : primaryKey.key
    return new PackedInstance(params, { documents: new MemoryDocuments(), groupOf: () => '', group: '', primaryPath, internals: {}, leave: () => undefined })
  },
})
