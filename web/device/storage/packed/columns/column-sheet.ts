/** 'shared': a text or null that many rows share; each value is stored once. */
type ColumnKind = 'text' | 'shared' | 'number'
export type ColumnValue = string | number | null

/** Defines what is stored per row beside its segment. A new `revision` invalidates stored columns. */
export type ColumnsRule = {
  revision: number
  kinds: Readonly<Record<string, ColumnKind>>
  /** Values in the order of the kinds, from a row without RxDB's metadata. */
  toValues: (row: Record<string, unknown>) => readonly ColumnValue[]
}

/** Concatenated texts; `ends` holds the end of each. */
export type TextColumn = { text: string; ends: Uint32Array }
/** Each row's index in `values`. */
export type SharedColumn = { values: readonly (string | null)[]; places: Uint16Array }
/**
 * Stored columns of consecutive rows of a segment. `no` combines the rule's revision and the segment's number; like
 * segments, columns never change.
 */
export type StoredColumns = {
  no: string
  primaries: TextColumn
  texts: Record<string, TextColumn>
  shared: Record<string, SharedColumn>
  numbers: Record<string, Float64Array>
}

/** Storage keys of the columns of a segment with `count` rows, `sheetRows` per record. */
export const columnsKeys = ({ revision }: ColumnsRule, { no, count }: { no: number; count: number }, sheetRows: number): string[] =>
  Array.from({ length: Math.ceil(count / sheetRows) }, (_, sheet) => `columns/${revision}.${sheetRows}/${no}/${sheet}`)

export const textAt = ({ text, ends }: TextColumn, index: number): string => text.slice(index === 0 ? 0 : ends[index - 1], ends[index])

export const sharedAt = ({ values, places }: SharedColumn, index: number): string | null => values[places[index] ?? -1] ?? null

/** Columns of consecutive rows, without rows that the overlay replaces. */
export class ColumnSheet {
  readonly count: number
  readonly #stored: StoredColumns
  readonly #leftOut = new Set<number>()

  constructor(stored: StoredColumns) {
    this.count = stored.primaries.ends.length
    this.#stored = stored
  }

  leaveOut(index: number): void {
    this.#leftOut.add(index)
  }

  /** Indexes of the present rows, in list order. */
  places(): number[] {
    const places: number[] = []
    for (let index = 0; index < this.count; index++) if (!this.#leftOut.has(index)) places.push(index)
    return places
  }

  primaries(): string[] {
    return this.places().map((index) => this.primaryAt(index))
  }

  primaryAt(index: number): string {
    return textAt(this.#stored.primaries, index)
  }

  primaryEndsWith(index: number, ending: string): boolean {
    const { text, ends } = this.#stored.primaries
    return text.endsWith(ending, ends[index])
  }

  texts(name: string): TextColumn {
    return orThrow(this.#stored.texts[name], name)
  }

  shared(name: string): SharedColumn {
    return orThrow(this.#stored.shared[name], name)
  }

  numbers(name: string): Float64Array {
    return orThrow(this.#stored.numbers[name], name)
  }
}

function orThrow<Column>(column: Column | undefined, name: string): Column {
  if (column === undefined) throw new RangeError(`There is no such column: ${name}`)
  return column
}
