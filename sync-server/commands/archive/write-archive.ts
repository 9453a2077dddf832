import { Readable } from 'node:stream'
import { setImmediate as waitForNextRound } from 'node:timers/promises'
import { ZipFile } from 'yazl'
import { AppError } from '#schema/errors.ts'
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

/** Where in the spool something lies. */
type Span = { from: number; length: number }

/** What was made quickly and is taken slowly: a temporary file that has no name, so that nothing of it outlives the process. */
type Spool = {
  /** Of one writer at a time. */
  write: (parts: AsyncIterable<string>) => Promise<Span>
  read: (span: Span) => Readable
  /** Waits for reads and writes on their way; those that follow fail. */
  close: () => Promise<void>
}

/** Of what is written or read at once, about. */
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
  /** The next rows are read when it has ended. */
  onProgress?: (collection: BroughtCollection, rows: number) => void | Promise<void>
}

/**
 * Everything of a shop as a zip that is made while it is read. Its rows are of one moment: they are read as quickly as the database gives them,
 * into a spool, so that no snapshot is held for as long as a slow reader takes. Contents of files never change, and follow one by one.
 * @throws AppError NOT_FOUND before the first byte
 */
export async function writeArchive({ reader, clock }: Pick<Services, 'reader' | 'clock'>, shopId: string, options: Options): Promise<Readable> {
  if ((await findShop(reader, shopId)) === undefined) throw new AppError('NOT_FOUND', 'Shop not found')
  const spool = await openSpool()
  const now = clock()
  const zip = new ZipFile()
  const output = toReadable(zip)
  zip.on('error', (error: Error) => output.destroy(error))
  // The zip itself hears of no stream that fails.
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
  // A failure ends the file unfinished, which no program takes for a whole one.
  writeAll().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))))
  return output
}

type ArchiveTarget = {
  /** The reader has gone away, or has all of it. */
  signal: AbortSignal
  addBytes: (name: string, bytes: string | Uint8Array, compress?: boolean) => void
  addSpooled: (name: string, parts: AsyncIterable<string>) => Promise<void>
  /** Waits until the reader has taken it. */
  addFile: (name: string, content: Uint8Array) => Promise<void>
}

type ArchivedFile = { id: string; fileName: string; orderId: string; isStored: boolean }

/** Answers the files that the rows name. */
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

/** Contents, and a list of those that are not here. */
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

/** The types say less than it is: a PassThrough. */
const toReadable = ({ outputStream }: ZipFile): Readable => outputStream as Readable

type Row = LivingDocument & Record<string, unknown>
type Pages = AsyncIterable<readonly Row[]>

/** A JSON array with one row a line: whoever reads it line by line needs no more memory than for one. */
async function* toJson(pages: Pages): AsyncGenerator<string> {
  let start = '[\n'
  for await (const rows of pages) {
    yield start + rows.map((row) => JSON.stringify(row)).join(',\n')
    start = ',\n'
  }
  yield start === '[\n' ? '[]\n' : '\n]\n'
}

/** Rows with what belongs to them in other tables; files by their names in the archive. */
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
