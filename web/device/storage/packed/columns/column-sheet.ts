/** 'shared': a text that many rows have, or null; each is kept once. */
export type ColumnKind = 'text' | 'shared' | 'number'
export type ColumnValue = string | number | null

/** What is kept of each row beside its segment. Another `revision` is another rule: what an older one made is not read any more. */
export type ColumnsRule = {
  revision: number
  kinds: Readonly<Record<string, ColumnKind>>
  /** In the order of the kinds, from a row without what RxDB keeps beside it. */
  toValues: (row: Record<string, unknown>) => readonly ColumnValue[]
}

/** One text behind the other. */
export type TextColumn = { text: string; ends: Uint32Array }
/** Each row's place among the values. */
export type SharedColumn = { values: readonly (string | null)[]; places: Uint16Array }
/**
 * Of some rows of a segment that follow each other, as it is stored. `no` is made of the rule's revision and the segment's number: a segment
 * never changes, and so its columns never do.
 */
export type StoredColumns = {
  no: string
  primaries: TextColumn
  texts: Record<string, TextColumn>
  shared: Record<string, SharedColumn>
  numbers: Record<string, Float64Array>
}

/** Under which the columns of a segment of so many rows lie, `sheetRows` in each. */
export const columnsKeys = ({ revision }: ColumnsRule, { no, count }: { no: number; count: number }, sheetRows: number): string[] =>
  Array.from({ length: Math.ceil(count / sheetRows) }, (_, sheet) => `columns/${revision}.${sheetRows}/${no}/${sheet}`)

export const textAt = ({ text, ends }: TextColumn, index: number): string => text.slice(index === 0 ? 0 : ends[index - 1], ends[index])

export const sharedAt = ({ values, places }: SharedColumn, index: number): string | null => values[places[index] ?? -1] ?? null

/** Columns of rows that follow each other, as they are read, without rows for which something newer stands. */
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

  /** Places of the rows that are here, in list order. */
  places(): number[] {
    const places: number[] = []
    for (let index = 0; index < this.count; index++) if (!this.#leftOut.has(index)) places.push(index)
    return places
  }

  /** Primary keys of the rows that are here. */
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
