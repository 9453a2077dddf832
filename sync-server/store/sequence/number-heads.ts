import Database from 'better-sqlite3'
import { toSeries } from '#schema/rules/shop/number-format.ts'
import { defaultProfile, type ShopProfile } from '#schema/rules/shop/profile.ts'
import type { Db, Tx } from '../../db/database.ts'

/** Next numbers: of tickets by shop, and of invoices by shop and series. */
export type NumberHeads = { tickets: ReadonlyMap<string, number>; invoices: readonly InvoiceHead[] }

type InvoiceHead = { shopId: string; series: string; next: number }

/** Numbers skipped where it is unknown how many were given since the backup. */
const unknownGap = 1_000

type TicketRow = { shop_id: string; next_number: number }
type InvoiceRow = TicketRow & { series: string }

export const headStatements = {
  tickets: 'select shop_id, next_number from shop_feed',
  invoices: 'select shop_id, series, next_number from invoice_numbers',
} as const

/** Reads the database that a restore replaces; undefined if it is unreadable or older than its numbers. */
export function readNumberHeads(file: string): NumberHeads | undefined {
  try {
    const database = new Database(file, { readonly: true, fileMustExist: true })
    try {
      const read = (statement: string): unknown[] => database.prepare(statement).all()
      return toNumberHeads(read(headStatements.tickets), read(headStatements.invoices))
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

/** Safe for rows of `headStatements`. */
export const toNumberHeads = (tickets: readonly unknown[], invoices: readonly unknown[]): NumberHeads => ({
  tickets: new Map((tickets as TicketRow[]).map(({ shop_id, next_number }) => [shop_id, next_number])),
  invoices: (invoices as InvoiceRow[]).map(({ shop_id: shopId, series, next_number: next }) => ({ shopId, series, next })),
})

/**
 * Keeps a restored database from reusing numbers that were printed since its backup: it continues above those of the
 * replaced database, or after a gap for shops unknown there.
 */
export async function goOnAbove(db: Db, heads: NumberHeads | undefined, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const { shop_id, next_number } of await trx.selectFrom('shop_feed').select(['shop_id', 'next_number']).execute()) {
      const next = Math.max(next_number, heads?.tickets.get(shop_id) ?? next_number + unknownGap)
      await trx.updateTable('shop_feed').set({ next_number: next }).where('shop_id', '=', shop_id).execute()
    }
    // What was given back before the backup may have been leased again since.
    await trx.deleteFrom('number_leases').where('device_id', '=', '').execute()
    await raiseInvoiceNumbers(trx, heads, now)
  })
}

/** Leaves a noted gap in each series: a device that holds one of its documents can bring it back. */
async function raiseInvoiceNumbers(trx: Tx, heads: NumberHeads | undefined, now: Date): Promise<void> {
  const stored = await trx.selectFrom('invoice_numbers').select(['shop_id as shopId', 'series', 'next_number as next']).execute()
  const ownShops = new Set((await trx.selectFrom('shop_feed').select('shop_id').execute()).map(({ shop_id }) => shop_id))
  const raised = heads?.invoices.filter(({ shopId }) => ownShops.has(shopId)) ?? (await guessHeads(trx, stored, now))
  for (const { shopId, series, next } of raised) {
    const known = stored.find((one) => one.shopId === shopId && one.series === series)
    const first = known?.next ?? 1
    if (next <= first) continue
    if (known === undefined) await trx.insertInto('invoice_numbers').values({ shop_id: shopId, series, next_number: next }).execute()
    else await trx.updateTable('invoice_numbers').set({ next_number: next }).where('shop_id', '=', shopId).where('series', '=', series).execute()
    await trx
      .insertInto('invoice_gaps')
      .values({ shop_id: shopId, series, first_number: first, last_number: next - 1, told: 0 })
      .execute()
  }
}

/** Every series of a shop that has issued, and those that it may have begun since. */
async function guessHeads(trx: Tx, stored: readonly InvoiceHead[], now: Date): Promise<InvoiceHead[]> {
  const heads = new Map(stored.map((head) => [`${head.shopId} ${head.series}`, { ...head, next: head.next + unknownGap }]))
  for (const shopId of new Set(stored.map((head) => head.shopId))) {
    const row = await trx.selectFrom('shop_profiles').select('fields').where('shop_id', '=', shopId).executeTakeFirst()
    // Safe: the text is only written from validated fields.
    const { invoiceFormat, creditNoteFormat } = { ...defaultProfile(''), ...(JSON.parse(row?.fields ?? '{}') as Partial<ShopProfile>) }
    for (const format of [invoiceFormat, creditNoteFormat]) {
      const series = toSeries(format, now.toISOString())
      if (!heads.has(`${shopId} ${series}`)) heads.set(`${shopId} ${series}`, { shopId, series, next: 1 + unknownGap })
    }
  }
  return [...heads.values()]
}
