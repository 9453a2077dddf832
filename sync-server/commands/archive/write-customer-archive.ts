import type { Readable } from 'node:stream'
import { AppError } from '#schema/errors.ts'
import { erasedMessage } from '#schema/rules/customers/erase.ts'
import { tell } from '#schema/rules/text/activity-entry.ts'
import type { Db } from '../../db/database.ts'
import { inSnapshot } from '../../db/transaction.ts'
import { findRow } from '../../queries/rows/read-rows.ts'
import { findShop } from '../../queries/shops.ts'
import type { Services } from '../../services.ts'
import type { LivingDocument } from '../../store/rows.ts'
import { applyTogether } from '../../store/write.ts'
import { type BroughtCollection, customerReadmeText, toCsvName, toJsonName } from './archive-layout.ts'
import { type ArchivedFile, addFiles, toArchivedFile, toCsvTable, toJson, withBeside } from './archive-tables.ts'
import { readRows, readRowsOf } from './archived-rows.ts'
import { streamZip, type ZipTarget } from './stream-zip.ts'

/** Without `costs`, which say what the shop paid. */
const ofOrders = [
  'checklist_selections',
  'tasks',
  'payments',
  'order_lines',
  'order_notes',
  'test_results',
  'estimates',
  'invoices',
  'messages',
  'attachments',
] as const

/** What the shop paid. */
const omitted = ['unitCost']

type Asked = { shopId: string; customerId: string; userId: string | null; withActivities: boolean }

/**
 * Streams all data of a customer as a zip, and notes that in the activities first.
 * @throws AppError NOT_FOUND, DELETED when erased, before the first byte
 */
export async function writeCustomerArchive(services: Services, asked: Asked): Promise<Readable> {
  const { reader } = services
  const { shopId, customerId, userId } = asked
  const [shop, customer] = await Promise.all([findShop(reader, shopId), findRow(reader, 'customers', shopId, customerId)])
  if (shop === undefined || customer === undefined) throw new AppError('NOT_FOUND')
  if (customer.erasedAt !== null) throw new AppError('DELETED', erasedMessage)
  const about = { orderId: null, customerId }
  await applyTogether(services, userId, ({ note }) => note(shopId, tell('exported', { name: customer.name }), about), { origin: 'rest' })
  const now = services.clock()
  return streamZip(now, async (target) => {
    target.addBytes('README.txt', customerReadmeText(shop.name, customer.name, now.toISOString()))
    const files = await inSnapshot(reader, (snapshot) => addRows(target, snapshot, asked))
    await addFiles(target, reader, shopId, files)
  })
}

/** Returns the files that the rows name. */
async function addRows(target: ZipTarget, snapshot: Db, { shopId, customerId, withActivities }: Asked): Promise<ArchivedFile[]> {
  const files: ArchivedFile[] = []
  const orderIds: string[] = []
  const add = async (name: BroughtCollection, read: () => AsyncIterable<LivingDocument[]>): Promise<void> => {
    const readPages = async function* (): AsyncGenerator<LivingDocument[]> {
      for await (const rows of read()) {
        target.signal.throwIfAborted()
        yield rows
      }
    }
    const readOnce = async function* (): AsyncGenerator<LivingDocument[]> {
      for await (const rows of readPages()) {
        if (name === 'orders') orderIds.push(...rows.map(({ id }) => id))
        if (name === 'attachments') files.push(...rows.map(toArchivedFile))
        yield rows.map(withoutOmitted)
      }
    }
    await target.addSpooled(toJsonName(name), toJson(withBeside(snapshot, shopId, name, readOnce())))
    await target.addSpooled(toCsvName(name), toCsvTable(name, readPages(), omitted))
  }
  await add('customers', () => readRowsOf(snapshot, 'customers', 'id', [customerId]))
  await add('assets', () => readRowsOf(snapshot, 'assets', 'customer_id', [customerId]))
  await add('orders', () => readRowsOf(snapshot, 'orders', 'customer_id', [customerId]))
  for (const name of ofOrders) await add(name, () => readRowsOf(snapshot, name, 'order_id', orderIds))
  if (withActivities) await add('activities', () => readActivities(snapshot, shopId, customerId, new Set(orderIds)))
  return files
}

const withoutOmitted = (row: LivingDocument): LivingDocument => {
  const kept = Object.entries(row).filter(([field]) => !omitted.includes(field))
  // Safe: no key of `LivingDocument` is omitted.
  return Object.fromEntries(kept) as LivingDocument
}

/** In the order of the log: no index leads from a customer to the entries. */
async function* readActivities(snapshot: Db, shopId: string, customerId: string, orderIds: ReadonlySet<string>): AsyncGenerator<LivingDocument[]> {
  for await (const rows of readRows(snapshot, shopId, 'activities')) {
    const own = rows.filter((row: LivingDocument & Record<string, unknown>) => row['customerId'] === customerId || orderIds.has(String(row['orderId'])))
    if (own.length > 0) yield own
  }
}
