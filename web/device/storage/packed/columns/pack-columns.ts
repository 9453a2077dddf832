import { columnsKeys, type ColumnsRule, type ColumnValue, type SharedColumn, type StoredColumns, type TextColumn } from './column-sheet.ts'

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
