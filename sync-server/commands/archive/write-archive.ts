import { Readable } from 'node:stream'
import { setImmediate as waitForNextRound } from 'node:timers/promises'
import { ZipFile } from 'yazl'
import { AppError } from '#schema/errors.ts'
import { byteOrderMark, toCsvRows } from '#schema/rules/money/csv.ts'
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
import { toBesideCsv, toCsvTable, toJson, withBeside } from './archive-tables.ts'
import { readPeople, readRows, readShop } from './archived-rows.ts'
import { openSpool } from './spool.ts'

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
