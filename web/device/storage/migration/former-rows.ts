import { Dexie } from 'dexie'
import type { ShopCheckpoint } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { toStart } from '../checkpoint-marks.ts'
import { saveCheckpoints } from '../rows/checkpoint-table.ts'
import type { PackedStore } from '../packed/packed-store.ts'
import type { PackedDocument } from '../packed/packed-tables.ts'
import { formerRowsPrefix } from '../row-database.ts'
import { groupOfCollection, rowLayouts, rowToDocument } from '../rows/row-layout.ts'
import { within } from '../wipe.ts'
import { fitRow } from './migration-rows.ts'

/** Rows of one step: a tenth of a second, so that the page stays alive. */
const chunkSize = 1_000

/** How long a tab that stands still may hold what is removed; the next start tries again. */
const patienceMs = 2_000

/** A row as RxDB's Dexie storage put it: flags that stand in an index are '0' or '1', and so is `_deleted`. */
type FormerRow = { id: string; _deleted: unknown; _rev: string; _meta: { lwt: number }; _attachments: unknown } & Record<string, unknown>

/** The rows of versions before 5: a database for each collection, a record for each row. */
export class FormerRows {
  readonly #userId: string
  readonly #names: readonly string[]

  /** `names`: of the databases. */
  constructor(userId: string, names: readonly string[]) {
    this.#userId = userId
    this.#names = names
  }

  async count(collections: readonly CollectionName[]): Promise<number> {
    const counts = await Promise.all(collections.map((name) => this.#with(name, (database) => database.table('docs').count())))
    return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
  }

  /** Moves the rows of a collection and how far its feeds were pulled; once: what a crash interrupted is begun anew. */
  async move(packed: PackedStore, name: CollectionName, isLacking: boolean, onRows: (count: number) => void): Promise<void> {
    const noteKey = `moved/${name}`
    if ((await packed.tables.notes.get(noteKey)) !== undefined) return
    await packed.clear(groupOfCollection(name))
    await this.#with(name, async (database) => {
      const rows = database.table<FormerRow, string>('docs')
      for (let after = ''; ;) {
        const chunk = await rows.where(':id').above(after).limit(chunkSize).toArray()
        const last = chunk.at(-1)
        if (last === undefined) break
        await putChunk(
          packed,
          name,
          chunk.map((row) => toDocument(name, row, isLacking)),
        )
        onRows(chunk.length)
        after = last.id
      }
      const entries = await database.table<{ shopId: string } & ShopCheckpoint, string>('checkpoints').toArray()
      const reached = entries.map(({ shopId, ...checkpoint }) => [shopId, isLacking ? toStart(checkpoint) : checkpoint] as const)
      // Behind the rows, so that it is never ahead of them.
      await saveCheckpoints(packed.tables, name, Object.fromEntries(reached))
    })
    await packed.tables.notes.put({ key: noteKey, value: true })
  }

  /** When everything has been moved. */
  async remove(): Promise<void> {
    await within(patienceMs, Promise.all(this.#names.map((name) => Dexie.delete(name))))
  }

  /** Undefined when that version held nothing of the collection. */
  async #with<T>(collection: CollectionName, run: (database: Dexie) => PromiseLike<T>): Promise<T | undefined> {
    const name = `${formerRowsPrefix(this.#userId)}0--${collection}`
    if (!this.#names.includes(name)) return undefined
    const database = new Dexie(name)
    await database.open()
    try {
      return await run(database)
    } finally {
      database.close()
    }
  }
}

function toDocument(name: CollectionName, former: FormerRow, isLacking: boolean): PackedDocument {
  const { _deleted, _rev, _meta, _attachments, ...row } = former
  const document = rowToDocument(name, fitRow(name, row, isLacking), _deleted === '1' || _deleted === true)
  return { ...document, _rev, _meta }
}

/** Deleted ones stay in the overlay until they are purged. */
async function putChunk(packed: PackedStore, name: CollectionName, documents: readonly PackedDocument[]): Promise<void> {
  const deleted = documents.filter(({ _deleted }) => _deleted).map((document) => ({ primary: String(document['rowKey']), document }))
  const living = documents.filter(({ _deleted }) => !_deleted)
  await packed.addAll(living, () => groupOfCollection(name))
  await packed.change(
    deleted.map(({ primary }) => primary),
    rowLayouts.groupOf,
    () => ({ puts: deleted, result: undefined }),
  )
}
