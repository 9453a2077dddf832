import { fitRow, isKnownKey, keyToRef, lacksFields, type Row, type RowKey } from '../../rows/rows.ts'
import type { BaseBatch, BaseRow } from '../../storage/unsent-store.ts'

/** What one transaction changes of the records; `names`: all that it touches. */
export type BaseWrites = { puts: (BaseRow | BaseBatch)[]; deletes: string[]; isCleared: boolean; names: string[] }

/** So many bases of one change are stored together. */
const batchFrom = 2

const batchPrefix = 'answered/'
const toName = (version: number): string => `${batchPrefix}${String(version).padStart(15, '0')}`
/** Another version of the app may have stored it. */
function toFitting(base: BaseRow): BaseRow {
  const { key, row } = base
  if (row === null || !isKnownKey(key)) return base
  const { collection } = keyToRef(key)
  return lacksFields(collection, row) ? { key, row: fitRow(collection, row) } : base
}

const isBatch = (record: BaseRow | BaseBatch): record is BaseBatch => 'rows' in record

/**
 * The records in which bases lie: one for each row, or one for all rows of an answer. A batch is newer than the rows' own records,
 * which are made for rows that have no base; of two batches the one of the later version is newer, and as long as there is one, no
 * newer base lies outside of a batch.
 */
export class BaseRecords {
  readonly #rowByKey = new Map<RowKey, Row | null>()
  readonly #batchByName = new Map<string, readonly BaseRow[]>()

  constructor(records: readonly (BaseRow | BaseBatch)[] = []) {
    this.#put(records)
  }

  /** The newest of each row. */
  toBases(): Map<RowKey, Row | null> {
    const bases = new Map(this.#rowByKey)
    for (const [, rows] of [...this.#batchByName].toSorted(([one], [other]) => (one < other ? -1 : 1))) for (const { key, row } of rows) bases.set(key, row)
    return bases
  }

  /** The same with what was read of some of the records. */
  with(names: readonly string[], read: readonly (BaseRow | BaseBatch | undefined)[]): BaseRecords {
    const next = new BaseRecords()
    for (const [key, row] of this.#rowByKey) next.#rowByKey.set(key, row)
    for (const [name, rows] of this.#batchByName) next.#batchByName.set(name, rows)
    next.#delete(names)
    next.#put(read.filter((record) => record !== undefined))
    return next
  }

  /** What is to be written, under the next version, where bases of some rows go and those of others come. */
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

  /** It was written. */
  note({ puts, deletes }: Pick<BaseWrites, 'puts' | 'deletes'>): void {
    this.#delete(deletes)
    this.#put(puts)
  }

  #put(records: readonly (BaseRow | BaseBatch)[]): void {
    for (const record of records) {
      if (isBatch(record)) this.#batchByName.set(record.key, record.rows.map(toFitting))
      // Every other record is named by its row.
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
