import { fitRow, isKnownKey, keyToRef, lacksFields, type Row, type RowKey } from '../../rows/rows.ts'
import type { BaseBatch, BaseRow } from '../../storage/unsent-store.ts'

/** One transaction's changes of the records; `names`: all that it touches. */
type BaseWrites = { puts: (BaseRow | BaseBatch)[]; deletes: string[]; isCleared: boolean; names: string[] }

/** From this many on, one change's bases are stored in one record. */
const batchFrom = 2

const batchPrefix = 'answered/'
const toName = (version: number): string => `${batchPrefix}${String(version).padStart(15, '0')}`
/** Another app version may have stored the row. */
function toFitting(base: BaseRow): BaseRow {
  const { key, row } = base
  if (row === null || !isKnownKey(key)) return base
  const { collection } = keyToRef(key)
  return lacksFields(collection, row) ? { key, row: fitRow(collection, row) } : base
}

const isBatch = (record: BaseRow | BaseBatch): record is BaseBatch => 'rows' in record

/**
 * The stored bases: one record per row, or one batch for all rows of an answer. A batch is newer than single records;
 * of two batches, the one of the later version is newer. While a batch exists, newer bases go into batches too.
 */
export class BaseRecords {
  readonly #rowByKey = new Map<RowKey, Row | null>()
  readonly #batchByName = new Map<string, readonly BaseRow[]>()

  constructor(records: readonly (BaseRow | BaseBatch)[] = []) {
    this.#put(records)
  }

  /** The newest base of each row. */
  toBases(): Map<RowKey, Row | null> {
    const bases = new Map(this.#rowByKey)
    for (const [, rows] of [...this.#batchByName].toSorted(([one], [other]) => (one < other ? -1 : 1))) for (const { key, row } of rows) bases.set(key, row)
    return bases
  }

  /** A copy with the named records replaced by what was read. */
  with(names: readonly string[], read: readonly (BaseRow | BaseBatch | undefined)[]): BaseRecords {
    const next = new BaseRecords()
    for (const [key, row] of this.#rowByKey) next.#rowByKey.set(key, row)
    for (const [name, rows] of this.#batchByName) next.#batchByName.set(name, rows)
    next.#delete(names)
    next.#put(read.filter((record) => record !== undefined))
    return next
  }

  /** The writes that drop and put these bases, under the next version. */
  plan(dropped: readonly RowKey[], bases: readonly BaseRow[], version: number): BaseWrites {
    const gone = new Set(dropped)
    const puts: BaseWrites['puts'] = []
    const deletes: string[] = [...this.#rowByKey.keys()].filter((key) => gone.has(key))
    let left = this.#rowByKey.size - deletes.length
    for (const [name, rows] of this.#batchByName) {
      const rest = rows.filter(({ key }) => !gone.has(key))
      left += rest.length
      if (rest.length === 0) deletes.push(name)
      else if (rest.length < rows.length) puts.push({ key: name, rows: rest })
    }
    const isCleared = left === 0 && deletes.length > 1
    const isBatched = bases.length >= batchFrom || (bases.length > 0 && left > 0 && this.#batchByName.size > 0)
    puts.push(...(isBatched ? [{ key: toName(version), rows: bases }] : bases))
    return { puts, deletes, isCleared, names: [...deletes, ...puts.map(({ key }) => key)] }
  }

  note({ puts, deletes }: Pick<BaseWrites, 'puts' | 'deletes'>): void {
    this.#delete(deletes)
    this.#put(puts)
  }

  #put(records: readonly (BaseRow | BaseBatch)[]): void {
    for (const record of records) {
      if (isBatch(record)) this.#batchByName.set(record.key, record.rows.map(toFitting))
      // Single records are keyed by row.
      else this.#rowByKey.set(record.key, toFitting(record).row)
    }
  }

  #delete(names: readonly string[]): void {
    for (const name of names) {
      this.#batchByName.delete(name)
      this.#rowByKey.delete(name as RowKey)
    }
  }
}
