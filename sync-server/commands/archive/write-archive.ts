import { Readable } from 'node:stream'
import { setImmediate as waitForNextRound } from 'node:timers/promises'
import { ZipFile } from 'yazl'
import { AppError } from '#schema/errors.ts'
import { formatPhone } from '#schema/values/phone.ts'
import { byteOrderMark, toCsvRows, type CsvCell } from '#schema/rules/money/csv.ts'
import type { Db } from '../../db/database.ts'
import { inSnapshot } from '../../db/transaction.ts'
import { findFileContent } from '../../queries/files/file-contents.ts'
import { findShopLogo } from '../../queries/shop-profiles.ts'
import { findShop } from '../../queries/shops.ts'
import type { Services } from '../../services.ts'
import type { LivingDocument } from '../../store/rows.ts'
import {
  archiveVersion,
  broughtCollections,
  fileName,
  logoName,
  manifestName,
  missingFilesName,
  peopleName,
  readmeText,
  shopName,
  thumbnailName,
  toCsvName,
  toJsonName,
  type BroughtCollection,
} from './archive-layout.ts'
import { readPeople, readRows, readShop, readHistories, readMovements } from './archived-rows.ts'
import { tableOf } from '../../store/table.ts'
import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A byte range in the spool. */
type Span = { from: number; length: number }

/** Buffers data between a fast writer and a slow reader in an unlinked temporary file, which disappears with the process. */
type Spool = {
  /** One writer at a time. */
  write: (parts: AsyncIterable<string>) => Promise<Span>
  read: (span: Span) => Readable
  /** Waits for running reads and writes; later ones fail. */
  close: () => Promise<void>
}

const partBytes = 256 * 1024

async function openSpool(): Promise<Spool> {
  const file = path.join(tmpdir(), `mainspring-spool-${randomUUID()}`)
  const handle = await open(file, 'wx+', 0o600)
  await rm(file)
  let end = 0
  const append = async (text: string): Promise<void> => {
    const bytes = Buffer.from(text)
    for (let written = 0; written < bytes.length;) {
      const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, end)
      written += bytesWritten
      end += bytesWritten
    }
  }
  const readParts = async function* ({ from, length }: Span): AsyncGenerator<Uint8Array> {
    for (let place = 0; place < length;) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(partBytes, length - place)), { position: from + place })
      if (bytesRead === 0) throw new Error('The spool ends too early')
      yield buffer.subarray(0, bytesRead)
      place += bytesRead
    }
  }
  return {
    async write(parts) {
      const from = end
      let waiting = ''
      for await (const part of parts) {
        waiting += part
        if (waiting.length < partBytes) continue
        await append(waiting)
        waiting = ''
      }
      await append(waiting)
      return { from, length: end - from }
    },
    read: (span) => Readable.from(readParts(span), { objectMode: false }),
    close: () => handle.close(),
  }
}

type Options = {
  withActivities: boolean
  /** Awaited before the next rows are read. */
  onProgress?: (collection: BroughtCollection, rows: number) => void | Promise<void>
}

/**
 * Streams a shop's data as a zip. Rows come from one snapshot and are spooled first, so that a slow reader does not
 * keep the snapshot open. File contents are immutable and follow one by one.
 * @throws AppError NOT_FOUND before the first byte
 */
export async function writeArchive({ reader, clock }: Pick<Services, 'reader' | 'clock'>, shopId: string, options: Options): Promise<Readable> {
  if ((await findShop(reader, shopId)) === undefined) throw new AppError('NOT_FOUND', 'Shop not found')
  const spool = await openSpool()
  const now = clock()
  const zip = new ZipFile()
  const output = toReadable(zip)
  zip.on('error', (error: Error) => output.destroy(error))
  // yazl does not handle errors of the streams it reads.
  const orBreakOff = (stream: Readable): Readable => stream.once('error', (error) => output.destroy(error))
  const leaving = new AbortController()
  output.once('close', () => {
    leaving.abort()
    void spool.close()
  })
  const target: ArchiveTarget = {
    signal: leaving.signal,
    addBytes: (name, bytes, compress = true) =>
      zip.addBuffer(typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from(bytes), name, { mtime: now, compress }),
    async addSpooled(name, parts) {
      const span = await spool.write(parts)
      zip.addReadStreamLazy(name, { mtime: now }, (give) => give(null, orBreakOff(spool.read(span))))
    },
    addFile: (name, content) =>
      new Promise((resolve, reject) => {
        const stream = Readable.from([content], { objectMode: false, signal: leaving.signal })
        stream.once('error', reject).once('close', resolve)
        zip.addReadStreamLazy(name, { mtime: now, compress: false }, (give) => give(null, stream))
      }),
  }
  const writeAll = async (): Promise<void> => {
    const files = await inSnapshot(reader, (snapshot) => addRows(target, snapshot, shopId, now, options))
    await addFiles(target, reader, shopId, files)
    zip.end()
  }
  // On failure, leave the zip incomplete so that no program accepts it.
  writeAll().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))))
  return output
}

type ArchiveTarget = {
  /** Aborts when the reader disconnects or has read everything. */
  signal: AbortSignal
  addBytes: (name: string, bytes: string | Uint8Array, compress?: boolean) => void
  addSpooled: (name: string, parts: AsyncIterable<string>) => Promise<void>
  /** Resolves once the reader has consumed it. */
  addFile: (name: string, content: Uint8Array) => Promise<void>
}

type ArchivedFile = { id: string; fileName: string; orderId: string; isStored: boolean }

/** Returns the files that the rows name. */
async function addRows(target: ArchiveTarget, snapshot: Db, shopId: string, now: Date, { withActivities, onProgress }: Options): Promise<ArchivedFile[]> {
  const shop = await readShop(snapshot, shopId)
  const manifest = { program: 'Mainspring', archiveVersion, shop: { id: shop.id, code: shop.code, name: shop.name }, exportedAt: now.toISOString() }
  target.addBytes('README.txt', readmeText(shop.name, now.toISOString()))
  target.addBytes(manifestName, JSON.stringify(manifest, null, 2))
  target.addBytes(shopName, JSON.stringify({ ...shop.profile, orderConfig: shop.orderConfig, messageRules: shop.messageRules }, null, 2))
  target.addBytes(peopleName, JSON.stringify(await readPeople(snapshot, shopId), null, 2))
  const logo = await findShopLogo(snapshot, shopId)
  if (logo !== undefined) target.addBytes(logoName, logo.content, false)
  const files: ArchivedFile[] = []
  const readPages = async function* (name: BroughtCollection): AsyncGenerator<LivingDocument[]> {
    if (name === 'activities' && !withActivities) return
    for await (const rows of readRows(snapshot, shopId, name)) {
      target.signal.throwIfAborted()
      yield rows
    }
  }
  const readOnce = async function* (name: BroughtCollection): AsyncGenerator<LivingDocument[]> {
    let count = 0
    for await (const rows of readPages(name)) {
      if (name === 'attachments') files.push(...rows.map(toArchivedFile))
      yield rows
      count += rows.length
      await onProgress?.(name, count)
    }
  }
  for (const name of broughtCollections) {
    await target.addSpooled(toJsonName(name), toJson(withBeside(snapshot, shopId, name, readOnce(name))))
    await target.addSpooled(toCsvName(name), toCsvTable(name, readPages(name)))
  }
  await target.addSpooled(toCsvName('order_status_history'), toBesideCsv(snapshot, shopId, 'orders'))
  await target.addSpooled(toCsvName('stock_movements'), toBesideCsv(snapshot, shopId, 'products'))
  return files
}

const toArchivedFile = (row: LivingDocument & Record<string, unknown>): ArchivedFile => ({
  id: row.id,
  fileName: String(row['fileName']),
  orderId: String(row['orderId']),
  isStored: row['isStored'] === true,
})

/** Adds file contents, and a list of files whose content is missing. */
async function addFiles(target: ArchiveTarget, reader: Db, shopId: string, files: readonly ArchivedFile[]): Promise<void> {
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

/** The types understate it: it is a PassThrough. */
const toReadable = ({ outputStream }: ZipFile): Readable => outputStream as Readable

type Row = LivingDocument & Record<string, unknown>
type Pages = AsyncIterable<readonly Row[]>

/** A JSON array with one row per line, so that readers can parse it line by line. */
async function* toJson(pages: Pages): AsyncGenerator<string> {
  let start = '[\n'
  for await (const rows of pages) {
    yield start + rows.map((row) => JSON.stringify(row)).join(',\n')
    start = ',\n'
  }
  yield start === '[\n' ? '[]\n' : '\n]\n'
}

/** Adds data of other tables to the rows; names files by their path in the archive. */
async function* withBeside(reader: Db, shopId: string, name: BroughtCollection, pages: Pages): AsyncGenerator<Row[]> {
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

async function* toCsvTable(name: BroughtCollection, pages: Pages): AsyncGenerator<string> {
  const { fields } = tableOf(name)
  const columns = ['id', 'createdAt', 'updatedAt', ...fields.filter(({ field }) => !field.secret && field.guarded !== true).map((field) => field.name)]
  yield byteOrderMark + toCsvRows([columns])
  for await (const rows of pages)
    yield toCsvRows(rows.map((row) => columns.map((column) => toCell(isPhone(column) ? toSpacedPhone(row[column]) : row[column]))))
}

/** A spreadsheet would take plain digits for an amount: without a zero in front, and as 4.47912E+11. */
const isPhone = (column: string): boolean => column === 'phone' || column === 'alternatePhone'
const toSpacedPhone = (value: unknown): unknown => (typeof value === 'string' ? formatPhone(null, value).replaceAll('-', ' ') : value)

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

/** A CSV cell. Fractions are never negative; bigint keeps negative integers from the CSV formula guard. */
function toCell(value: unknown): CsvCell {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : String(value)
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : JSON.stringify(value)
}
