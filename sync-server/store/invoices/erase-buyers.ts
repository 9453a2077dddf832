import type { InvoiceBuyer } from '#schema/collections/work/invoice-content.ts'
import { erasedName, eraseFromText } from '#schema/rules/customers/erase.ts'
import { readInvoiceBuyer, readInvoiceLines } from '#schema/rules/invoices/read-invoice.ts'
import { defaultProfile, type ShopProfile } from '#schema/rules/shop/profile.ts'
import type { SqlValue, Tx } from '../../db/database.ts'
import { nextSeq, type WriteContext } from '../context.ts'
import { noteEvent } from '../told/note-event.ts'
import { tableOf } from '../table.ts'

const erasedBuyer: InvoiceBuyer = {
  name: erasedName,
  company: null,
  street: null,
  postalCode: null,
  city: null,
  region: null,
  country: null,
  taxId: null,
  email: null,
}
const erasedText = JSON.stringify(erasedBuyer)

/** Issued documents keep the name and address of an erased customer for the shop's years; before this instant they need them no more. */
export async function readBuyersEnd(trx: Tx, shopId: string, now: string): Promise<string> {
  const row = await trx.selectFrom('shop_profiles').select('fields').where('shop_id', '=', shopId).executeTakeFirst()
  // Safe: the text is only written from validated fields.
  const { keepInvoicesYears } = { ...defaultProfile(''), ...(JSON.parse(row?.fields ?? '{}') as Partial<ShopProfile>) }
  const end = new Date(now)
  end.setUTCFullYear(end.getUTCFullYear() - keepInvoicesYears)
  return end.toISOString()
}

/**
 * Takes erased customers out of some documents that were issued before the instant. Who is erased, or was merged into who is, is read from
 * the customers.
 * @returns how many; fewer than `limit` when none is left
 */
export async function eraseEndedBuyers(context: WriteContext, before: string, limit: number): Promise<number> {
  const table = tableOf('invoices')
  await context.memory.send()
  const due = await context.trx
    .selectFrom('invoices')
    .innerJoin('customers', 'customers.id', 'invoices.customer_id')
    .select('invoices.id')
    .where('invoices.shop_id', '=', context.shopId)
    .where('invoices.issued_at', '<', before)
    .where('customers.erased_at', 'is not', null)
    .where('invoices.buyer', '!=', erasedText)
    .orderBy('invoices.id')
    .limit(limit)
    .execute()
  for (const { id } of due) {
    const row = await context.memory.find(table, id)
    if (row === undefined) continue
    const seq = await nextSeq(context, 'invoices')
    context.memory.update(table, id, { ...withoutBuyer(row), updated_at: context.mutationAt, seq })
    noteEvent(context, 'invoices', id, seq, { kind: 'erased' })
    context.written.push({ collection: 'invoices', id })
  }
  return due.length
}

function withoutBuyer(row: Readonly<Record<string, SqlValue>>): Record<string, SqlValue> {
  const buyer = readInvoiceBuyer(row['buyer'])
  const texts = (...values: (string | null | undefined)[]): string[] => values.filter((value) => typeof value === 'string')
  const traces = { names: texts(buyer?.name), phones: [], emails: texts(buyer?.email), words: texts(buyer?.company, buyer?.street, buyer?.taxId) }
  const lines = readInvoiceLines(row['lines']).map((line) => ({ ...line, description: eraseFromText(line.description, traces) }))
  return { buyer: erasedText, note: typeof row['note'] === 'string' ? eraseFromText(row['note'], traces) : null, lines: JSON.stringify(lines) }
}
