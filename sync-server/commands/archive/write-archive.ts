import { Readable } from 'node:stream'
import { setImmediate as waitForNextRound } from 'node:timers/promises'
import { ZipFile } from 'yazl'
import { byteOrderMark, toCsvRows, type CsvCell } from '#schema/rules/money/csv.ts'
import type { Db } from '../../db/database.ts'
import { findFileContent } from '../../queries/files/file-contents.ts'
import { findShopLogo } from '../../queries/shop-profiles.ts'
import type { Services } from '../../services.ts'
import type { LivingDocument } from '../../store/rows.ts'
import { tableOf } from '../../store/table.ts'
import {
  archiveVersion,
  broughtCollections,
  fileName,
  logoName,
  manifestName,
  peopleName,
  readmeText,
  shopName,
  thumbnailName,
  toCsvName,
  toJsonName,
  type BroughtCollection,
} from './archive-layout.ts'
import { readHistories, readMovements, readPeople, readRows, readShop } from './archived-rows.ts'

type Row = LivingDocument & Record<string, unknown>

/**
 * Everything of a shop as a zip that is made while it is read: each entry waits for its place, and rows come some at a time. Rows that point
 * at others are read before those, so that what is added meanwhile leaves none of them without its order.
 * @throws AppError NOT_FOUND before the first byte
 */
export async function writeArchive(
  { reader, clock }: Pick<Services, 'reader' | 'clock'>,
  shopId: string,
  { withActivities }: { withActivities: boolean },
): Promise<Readable> {
  const shop = await readShop(reader, shopId)
  const now = clock()
  const zip = new ZipFile()
  const output = toReadable(zip)
  zip.on('error', (error: Error) => output.destroy(error))
  const addText = (name: string, text: string): void => zip.addBuffer(Buffer.from(text), name, { mtime: now })
  const addStream = (name: string, parts: AsyncIterable<string | Uint8Array>, compress = true): Promise<void> =>
    new Promise((resolve, reject) => {
      const stream = Readable.from(parts, { objectMode: false })
      stream.once('error', reject).once('close', resolve)
      zip.addReadStreamLazy(name, { mtime: now, compress }, (give) => give(null, stream))
    })
  const writeAll = async (): Promise<void> => {
    const manifest = { program: 'Mainspring', archiveVersion, shop: { id: shop.id, code: shop.code, name: shop.name }, exportedAt: now.toISOString() }
    addText('README.txt', readmeText(shop.name, now.toISOString()))
    addText(manifestName, JSON.stringify(manifest, null, 2))
    addText(shopName, JSON.stringify({ ...shop.profile, orderConfig: shop.orderConfig, messageRules: shop.messageRules }, null, 2))
    addText(peopleName, JSON.stringify(await readPeople(reader, shopId), null, 2))
    const logo = await findShopLogo(reader, shopId)
    if (logo !== undefined) zip.addBuffer(Buffer.from(logo.content), logoName, { mtime: now, compress: false })
    for (const name of broughtCollections.toReversed()) {
      const isLeftOut = name === 'activities' && !withActivities
      await addStream(toJsonName(name), toJson(isLeftOut ? noRows() : readWithBeside(reader, shopId, name)))
      await addStream(toCsvName(name), toCsvTable(name, isLeftOut ? noRows() : readRows(reader, shopId, name)))
    }
    await addStream(toCsvName('order_status_history'), toBesideCsv(reader, shopId, 'orders'))
    await addStream(toCsvName('stock_movements'), toBesideCsv(reader, shopId, 'products'))
    for await (const rows of readRows(reader, shopId, 'attachments')) {
      for (const { id, fileName: given } of rows) {
        await waitForNextRound()
        const [content, thumbnail] = await Promise.all([findFileContent(reader, 'content', shopId, id), findFileContent(reader, 'thumbnail', shopId, id)])
        if (content !== undefined) await addStream(fileName(id, String(given)), toParts(content.content), false)
        if (thumbnail !== undefined) await addStream(thumbnailName(id), toParts(thumbnail.content), false)
      }
    }
    zip.end()
  }
  // A reader that goes away ends the work at its next entry; a failure ends the file unfinished, which no program takes for a whole one.
  writeAll().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))))
  return output
}

// oxlint-disable-next-line require-yield -- a table without rows
async function* noRows(): AsyncGenerator<Row[]> {}

async function* toParts(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}

/** A JSON array with one row a line: whoever reads it line by line needs no more memory than for one. */
async function* toJson(pages: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
  let start = '[\n'
  for await (const rows of pages) {
    yield start + rows.map((row) => JSON.stringify(row)).join(',\n')
    start = ',\n'
  }
  yield start === '[\n' ? '[]\n' : '\n]\n'
}

/** Rows with what belongs to them in other tables; files by their names in the archive. */
async function* readWithBeside(reader: Db, shopId: string, name: BroughtCollection): AsyncGenerator<Row[]> {
  for await (const rows of readRows(reader, shopId, name)) {
    const ids = rows.map(({ id }) => id)
    if (name === 'orders') {
      const histories = await readHistories(reader, shopId, ids)
      yield rows.map((row) => ({ ...row, statusHistory: (histories.get(row.id) ?? []).map(({ orderStatusId, createdAt }) => ({ orderStatusId, createdAt })) }))
    } else if (name === 'products') {
      const movements = await readMovements(reader, shopId, ids)
      yield rows.map((row) => ({ ...row, stockMovements: (movements.get(row.id) ?? []).map(({ productId: _product, ...movement }) => movement) }))
    } else if (name === 'attachments') yield rows.map((row) => ({ ...row, file: fileName(row.id, String(row['fileName'])) }))
    else yield rows
  }
}

async function* toCsvTable(name: BroughtCollection, pages: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
  const { fields } = tableOf(name)
  const columns = ['id', 'createdAt', 'updatedAt', ...fields.filter(({ field }) => !field.secret && field.guarded !== true).map((field) => field.name)]
  yield byteOrderMark + toCsvRows([columns])
  for await (const rows of pages) yield toCsvRows(rows.map((row) => columns.map((column) => toCell(row[column]))))
}

async function* toBesideCsv(reader: Db, shopId: string, name: 'orders' | 'products'): AsyncGenerator<string> {
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

/** The types say less than it is: a PassThrough. */
const toReadable = ({ outputStream }: ZipFile): Readable => outputStream as Readable
