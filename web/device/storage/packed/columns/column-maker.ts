import { documentsOf } from '../packed-segment.ts'
import type { PackedStore } from '../packed-store.ts'
import { columnsTable, type SegmentHead } from '../packed-tables.ts'
import { columnsKeysOf } from './column-keys.ts'
import { columnsKeys, type ColumnsRule, type ColumnValue, type SharedColumn, type StoredColumns, type TextColumn } from './column-sheet.ts'

/** Segments processed between two pauses. */
const segmentsAtOnce = 2

/** Builds missing columns of segments, for pulled rows and after a change of the rule. */
export class ColumnMaker {
  readonly #store: PackedStore
  readonly #breathe: () => Promise<void>
  /** First column keys known to be stored; columns of other tabs are found in a transaction. */
  #known = new Set<string>()

  constructor(store: PackedStore, breathe: () => Promise<void>) {
    this.#store = store
    this.#breathe = breathe
  }

  /** Number of segments that may lack columns, as far as this tab knows. */
  knownWork(): number {
    let count = 0
    for (const head of this.#heads()) if (!this.#known.has(this.#keyOf(head))) count++
    return count
  }

  /** `signal` stops between two steps; finished columns stay. */
  async run(signal: AbortSignal): Promise<void> {
    this.#known = new Set(await this.#store.read(async () => this.#findStored()))
    for (let heads = this.#takeNext(); heads.length > 0 && !signal.aborted; heads = this.#takeNext()) {
      await this.#make(heads)
      await this.#breathe()
    }
  }

  /** Call inside a transaction. */
  async #findStored(): Promise<string[]> {
    const keys = [...this.#heads()].map((head) => this.#keyOf(head))
    const stored = new Set<unknown>(await columnsTable(this.#store.tables).where('no').startsWith('columns/').primaryKeys())
    return keys.filter((key) => stored.has(key))
  }

  #takeNext(): SegmentHead[] {
    const next: SegmentHead[] = []
    for (const head of this.#heads()) {
      if (this.#known.has(this.#keyOf(head))) continue
      next.push(head)
      if (next.length === segmentsAtOnce) break
    }
    return next
  }

  async #make(heads: readonly SegmentHead[]): Promise<void> {
    const made = await this.#store.read(async () => {
      const living = this.#living(heads)
      return this.#store.bodies.readOnce(living)
    })
    const columns = made.flatMap(({ head, body }) => {
      const [rule, layout] = [this.#store.columnsOf(head.group), this.#store.layoutOf(head.group)]
      const rows = documentsOf(layout, head, body, true).map((row) => ({ primary: layout.primaryIn(row), row }))
      return rule === undefined ? [] : [{ head, sheets: packColumns(rule, head, rows, this.#store.sizes.sheetRows) }]
    })
    await this.#store.write([], async () => {
      const living = new Set(this.#living(heads).map(({ no }) => no))
      await columnsTable(this.#store.tables).bulkPut(columns.flatMap(({ head, sheets }) => (living.has(head.no) ? sheets : [])))
      return { result: undefined, isUnchanged: true }
    })
    for (const head of heads) this.#known.add(this.#keyOf(head))
  }

  /** Drops segments that were replaced meanwhile. */
  #living(heads: readonly SegmentHead[]): SegmentHead[] {
    const numbers = new Set(this.#store.directory.heads().map(({ no }) => no))
    return heads.filter(({ no }) => numbers.has(no))
  }

  #keyOf(head: SegmentHead): string {
    return columnsKeysOf(this.#store, head)[0] ?? ''
  }

  *#heads(): Generator<SegmentHead> {
    for (const [group, { heads }] of this.#store.directory.groups()) if (this.#store.columnsOf(group) !== undefined) yield* heads
  }
}

/** `rows`: all rows of the segment with their primary keys, in list order. */
export function packColumns(
  rule: ColumnsRule,
  segment: { no: number; count: number },
  rows: readonly { primary: string; row: Record<string, unknown> }[],
  sheetRows: number,
): StoredColumns[] {
  return columnsKeys(rule, segment, sheetRows).map((no, sheet) => packSheet(rule, no, rows.slice(sheet * sheetRows, (sheet + 1) * sheetRows)))
}

function packSheet({ kinds, toValues }: ColumnsRule, no: string, rows: Parameters<typeof packColumns>[2]): StoredColumns {
  const valuesOfRows = rows.map(({ row }) => toValues(row))
  const stored: StoredColumns = { no, primaries: packTexts(rows.map(({ primary }) => primary)), texts: {}, shared: {}, numbers: {} }
  for (const [place, [name, kind]] of Object.entries(kinds).entries()) {
    const values = valuesOfRows.map((ofRow) => ofRow[place] ?? null)
    if (kind === 'text') stored.texts[name] = packTexts(values.map((value) => String(value ?? '')))
    else if (kind === 'shared') stored.shared[name] = packShared(values)
    else stored.numbers[name] = Float64Array.from(values, Number)
  }
  return stored
}

function packShared(given: readonly ColumnValue[]): SharedColumn {
  const placeByValue = new Map<string | null, number>()
  const places = Uint16Array.from(given, (value) => {
    const shared = value === null ? null : String(value)
    const place = placeByValue.get(shared) ?? placeByValue.size
    placeByValue.set(shared, place)
    return place
  })
  return { values: [...placeByValue.keys()], places }
}

function packTexts(texts: readonly string[]): TextColumn {
  let end = 0
  return { text: texts.join(''), ends: Uint32Array.from(texts, ({ length }) => (end += length)) }
}
