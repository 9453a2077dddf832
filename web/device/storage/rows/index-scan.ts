import type { Dexie, Table } from 'dexie'
import { collectionByName, type CollectionName } from '#schema/collections/index.ts'
import { type DayRange, isWithinRange } from '../../rows/day-range.ts'
import { type Row, type StoredRow, storedToRow } from '../../rows/rows.ts'
import { byShopIndex, type IndexBound, indexedFieldFor, isIndexedByShop, livingIndexOf } from './row-indexes.ts'

/** Rows that one read takes at a time: a few milliseconds, so that nothing on the screen waits for it. */
const scanBatch = 500

/** Of short rows more pass in the same time. */
const shortRowsBatch = 1_000

/** What RxDB's Dexie storage keeps of a collection. */
export type DexieInternals = { dexieDb: Dexie; dexieTable: Table<StoredRow, string> }

/** Reads living rows by the indexes of their tables, past RxDB, which would make a document object of each. */
export class IndexScan {
  readonly #dexieOf: (name: CollectionName) => Promise<DexieInternals | undefined>
  readonly #queryAll: (name: CollectionName) => Promise<Row[]>

  /** `dexieOf`: undefined on a storage without IndexedDB (tests), where `queryAll` reads. */
  constructor(dexieOf: (name: CollectionName) => Promise<DexieInternals | undefined>, queryAll: (name: CollectionName) => Promise<Row[]>) {
    this.#dexieOf = dexieOf
    this.#queryAll = queryAll
  }

  scanAll(name: CollectionName, batch = scanBatch): AsyncGenerator<Row[]> {
    return this.#scanIndex(name, [], [[]], batch)
  }

  async *scanShop(name: CollectionName, shopId: string, batch = scanBatch): AsyncGenerator<Row[]> {
    if ((await this.#dexieOf(name)) !== undefined && isIndexedByShop(name)) return yield* this.#scanIndex(name, [shopId], [shopId, []], batch)
    for await (const rows of this.scanAll(name, batch)) yield rows.filter((row) => row.shopId === shopId).toSorted(byShopIndex(name))
  }

  async *scanCreated(name: CollectionName, shopId: string, range: DayRange): AsyncGenerator<Row[]> {
    const { fromInstant, toInstantExclusive } = range
    const isByTime = (await this.#dexieOf(name)) !== undefined && collectionByName[name].localIndexes[0]?.join() === 'shopId,createdAt'
    const lower = fromInstant === null ? [shopId] : [shopId, fromInstant]
    const upper: IndexBound[] = toInstantExclusive === null ? [shopId, []] : [shopId, toInstantExclusive]
    const batches = isByTime ? this.#scanIndex(name, lower, upper, shortRowsBatch) : this.scanShop(name, shopId)
    for await (const rows of batches) yield isByTime ? rows : rows.filter((row) => isWithinRange(row.createdAt, range))
  }

  async findByMany(name: CollectionName, field: string, values: readonly string[]): Promise<Row[]> {
    const dexie = await this.#dexieOf(name)
    const indexed = indexedFieldFor(name, field)
    if (dexie === undefined || indexed === undefined) {
      const wanted = new Set<unknown>(values)
      return (await collect(this.scanAll(name))).filter((row) => wanted.has(row[field]))
    }
    const { dexieDb, dexieTable } = dexie
    // In a key that stands for a nullable field '' is nobody's id.
    const ids = indexed === field ? values : values.filter((value) => value !== '')
    const found = await dexieDb.transaction('r', dexieTable, () =>
      Promise.all(ids.map((value) => dexieTable.where(`[_deleted+${indexed}+id]`).between(['0', value], ['0', value, []]).toArray())),
    )
    return found.flat().map(storedToRow)
  }

  async count(name: CollectionName, shopId: string): Promise<number> {
    const dexie = await this.#dexieOf(name)
    if (dexie === undefined || !isIndexedByShop(name)) return (await collect(this.scanShop(name, shopId))).length
    return dexie.dexieTable.where(livingIndexOf(name).index).between(['0', shopId], ['0', shopId, []]).count()
  }

  /** Bounds are those of the index after `_deleted`: from `lower` on, up to everything that begins with `upper`. */
  async *#scanIndex(name: CollectionName, lower: readonly string[], upper: readonly IndexBound[], batch: number): AsyncGenerator<Row[]> {
    const dexie = await this.#dexieOf(name)
    if (dexie === undefined) {
      yield await this.#queryAll(name)
      return
    }
    const { index, keyOf } = livingIndexOf(name)
    for (let after: readonly string[] = ['0', ...lower]; ;) {
      const rows = await dexie.dexieTable
        .where(index)
        .between(after, ['0', ...upper], false, true)
        .limit(batch)
        .toArray()
      if (rows.length > 0) yield rows.map(storedToRow)
      const last = rows.at(-1)
      if (rows.length < batch || last === undefined) return
      after = keyOf(last)
    }
  }
}

async function collect(rows: AsyncGenerator<Row[]>): Promise<Row[]> {
  const all: Row[] = []
  for await (const batch of rows) all.push(...batch)
  return all
}
