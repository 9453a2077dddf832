import type { Readable } from 'node:stream'
import { AppError } from '#schema/errors.ts'
import type { Db } from '../../db/database.ts'
import { inSnapshot } from '../../db/transaction.ts'
import { findShopLogo } from '../../queries/shop-profiles.ts'
import { findShop } from '../../queries/shops.ts'
import type { Services } from '../../services.ts'
import type { LivingDocument } from '../../store/rows.ts'
import {
  archiveVersion,
  broughtCollections,
  logoName,
  manifestName,
  peopleName,
  readmeText,
  shopName,
  toCsvName,
  toJsonName,
  type BroughtCollection,
} from './archive-layout.ts'
import { type ArchivedFile, addFiles, toArchivedFile, toBesideCsv, toCsvTable, toJson, withBeside } from './archive-tables.ts'
import { readPeople, readRows, readShop } from './archived-rows.ts'
import { streamZip, type ZipTarget } from './stream-zip.ts'

type Options = {
  withActivities: boolean
  /** Awaited before the next rows are read. */
  onProgress?: (collection: BroughtCollection, rows: number) => void | Promise<void>
}

/**
 * Streams a shop's data as a zip. Rows come from one snapshot. File contents are immutable and follow one by one.
 * @throws AppError NOT_FOUND before the first byte
 */
export async function writeArchive({ reader, clock }: Pick<Services, 'reader' | 'clock'>, shopId: string, options: Options): Promise<Readable> {
  if ((await findShop(reader, shopId)) === undefined) throw new AppError('NOT_FOUND', 'Shop not found')
  const now = clock()
  return streamZip(now, async (target) => {
    const files = await inSnapshot(reader, (snapshot) => addRows(target, snapshot, shopId, now, options))
    await addFiles(target, reader, shopId, files)
  })
}

/** Returns the files that the rows name. */
async function addRows(target: ZipTarget, snapshot: Db, shopId: string, now: Date, { withActivities, onProgress }: Options): Promise<ArchivedFile[]> {
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
