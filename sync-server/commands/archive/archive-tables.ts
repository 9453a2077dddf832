import { byteOrderMark, toCsvRows, type CsvCell } from '#schema/rules/money/csv.ts'
import type { Db } from '../../db/database.ts'
import type { LivingDocument } from '../../store/rows.ts'
import { tableOf } from '../../store/table.ts'
import { fileName, type BroughtCollection } from './archive-layout.ts'
import { readHistories, readMovements, readRows } from './archived-rows.ts'

type Row = LivingDocument & Record<string, unknown>
type Pages = AsyncIterable<readonly Row[]>

/** A JSON array with one row a line: whoever reads it line by line needs no more memory than for one. */
export async function* toJson(pages: Pages): AsyncGenerator<string> {
  let start = '[\n'
  for await (const rows of pages) {
    yield start + rows.map((row) => JSON.stringify(row)).join(',\n')
    start = ',\n'
  }
  yield start === '[\n' ? '[]\n' : '\n]\n'
}

/** Rows with what belongs to them in other tables; files by their names in the archive. */
export async function* withBeside(reader: Db, shopId: string, name: BroughtCollection, pages: Pages): AsyncGenerator<Row[]> {
  for await (const rows of pages) {
    const ids = rows.map(({ id }) => id)
    if (name === 'orders') {
      const histories = await readHistories(reader, shopId, ids)
      yield rows.map((row) => ({ ...row, statusHistory: (histories.get(row.id) ?? []).map(({ orderStatusId, createdAt }) => ({ orderStatusId, createdAt })) }))
    } else if (name === 'products') {
      const movements = await readMovements(reader, shopId, ids)
      yield rows.map((row) => ({ ...row, stockMovements: (movements.get(row.id) ?? []).map(({ productId: _product, ...movement }) => movement) }))
    } else if (name === 'attachments') yield rows.map((row) => ({ ...row, file: fileName(row.id, String(row['fileName'])) }))
    else yield [...rows]
  }
}

export async function* toCsvTable(name: BroughtCollection, pages: Pages): AsyncGenerator<string> {
  const { fields } = tableOf(name)
  const columns = ['id', 'createdAt', 'updatedAt', ...fields.filter(({ field }) => !field.secret && field.guarded !== true).map((field) => field.name)]
  yield byteOrderMark + toCsvRows([columns])
  for await (const rows of pages) yield toCsvRows(rows.map((row) => columns.map((column) => toCell(row[column]))))
}

export async function* toBesideCsv(reader: Db, shopId: string, name: 'orders' | 'products'): AsyncGenerator<string> {
  const columns =
    name === 'orders' ? ['orderId', 'orderStatusId', 'createdAt'] : ['productId', 'delta', 'countAfter', 'reason', 'orderId', 'userId', 'createdAt']
  yield byteOrderMark + toCsvRows([columns])
  for await (const rows of readRows(reader, shopId, name)) {
    const ids = rows.map(({ id }) => id)
    const beside: Map<string, Record<string, unknown>[]> = await (name === 'orders' ? readHistories : readMovements)(reader, shopId, ids)
    for (const entries of beside.values()) yield toCsvRows(entries.map((entry) => columns.map((column) => toCell(entry[column]))))
  }
}

/** Numbers as they are: of money, pieces and parts of pieces. Only whole ones are ever below 0. */
function toCell(value: unknown): CsvCell {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : String(value)
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : JSON.stringify(value)
}
