import { setImmediate as waitForNextRound } from 'node:timers/promises'
import { byteOrderMark, toCsvRows, type CsvCell } from '#schema/rules/money/csv.ts'
import { formatPhone } from '#schema/values/phone.ts'
import type { Db } from '../../db/database.ts'
import { findFileContent } from '../../queries/files/file-contents.ts'
import type { LivingDocument } from '../../store/rows.ts'
import { tableOf } from '../../store/table.ts'
import { fileName, missingFilesName, thumbnailName, type BroughtCollection } from './archive-layout.ts'
import { readHistories, readMovements, readRows } from './archived-rows.ts'
import type { ZipTarget } from './stream-zip.ts'

export type ArchivedFile = { id: string; fileName: string; orderId: string; isStored: boolean }

export const toArchivedFile = (row: LivingDocument & Record<string, unknown>): ArchivedFile => ({
  id: row.id,
  fileName: String(row['fileName']),
  orderId: String(row['orderId']),
  isStored: row['isStored'] === true,
})

/** Adds file contents, and a list of files whose content is missing. */
export async function addFiles(target: ZipTarget, reader: Db, shopId: string, files: readonly ArchivedFile[]): Promise<void> {
  const missing: string[][] = []
  for (const file of files) {
    await waitForNextRound()
    target.signal.throwIfAborted()
    const [content, thumbnail] = await Promise.all([findFileContent(reader, 'content', shopId, file.id), findFileContent(reader, 'thumbnail', shopId, file.id)])
    if (content === undefined) missing.push([file.id, file.orderId, file.fileName, file.isStored ? 'Deleted during the export' : 'Not here yet'])
    else await target.addFile(fileName(file.id, file.fileName), content.content)
    if (thumbnail !== undefined) await target.addFile(thumbnailName(file.id), thumbnail.content)
  }
  if (missing.length > 0) target.addBytes(missingFilesName, byteOrderMark + toCsvRows([['id', 'orderId', 'fileName', 'reason'], ...missing]))
}

type Row = LivingDocument & Record<string, unknown>
type Pages = AsyncIterable<readonly Row[]>

/** A JSON array with one row per line, so that readers can parse it line by line. */
export async function* toJson(pages: Pages): AsyncGenerator<string> {
  let start = '[\n'
  for await (const rows of pages) {
    yield start + rows.map((row) => JSON.stringify(row)).join(',\n')
    start = ',\n'
  }
  yield start === '[\n' ? '[]\n' : '\n]\n'
}

/** Adds data of other tables to the rows; names files by their path in the archive. */
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

/** `omitted`: names of fields that get no column. */
export async function* toCsvTable(name: BroughtCollection, pages: Pages, omitted: readonly string[] = []): AsyncGenerator<string> {
  const { fields } = tableOf(name)
  const columns = [
    'id',
    'createdAt',
    'updatedAt',
    ...fields.filter(({ name: field, field: { secret, guarded } }) => !secret && guarded !== true && !omitted.includes(field)).map((field) => field.name),
  ]
  yield byteOrderMark + toCsvRows([columns])
  for await (const rows of pages)
    yield toCsvRows(rows.map((row) => columns.map((column) => toCell(isPhone(column) ? toSpacedPhone(row[column]) : row[column]))))
}

/** A spreadsheet would take plain digits for an amount: without a zero in front, and as 4.47912E+11. */
const isPhone = (column: string): boolean => column === 'phone' || column === 'alternatePhone'
const toSpacedPhone = (value: unknown): unknown => (typeof value === 'string' ? formatPhone(null, value).replaceAll('-', ' ') : value)

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

/** A CSV cell. Fractions are never negative; bigint keeps negative integers from the CSV formula guard. */
function toCell(value: unknown): CsvCell {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : String(value)
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : JSON.stringify(value)
}
