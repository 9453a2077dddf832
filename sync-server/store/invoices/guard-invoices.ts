import { AppError } from '#schema/errors.ts'
import { findNewInvoiceIssue, invoiceTexts, isIssued, toOrderStaysMessage } from '#schema/rules/invoices/invoice-states.ts'
import { type Json, jsonEquals } from '#schema/values/merge.ts'
import type { WriteContext } from '../context.ts'
import { type LivingDocument, readJson, rowToContent, toWireValue } from '../rows.ts'
import { tableOf, type Table } from '../table.ts'

type Values = Readonly<Record<string, unknown>>

export async function assertNewInvoice({ memory, shopId }: WriteContext, values: Values): Promise<void> {
  const { correctsId } = values
  const table = tableOf('invoices')
  const row = typeof correctsId === 'string' ? await memory.find(table, correctsId) : undefined
  const issue = findNewInvoiceIssue(values, row?.shopId === shopId ? rowToContent(table, row) : undefined)
  if (issue !== undefined) throw new AppError(issue.code, issue.message, { issues: [{ path: issue.path, message: issue.message }] })
}

/** Refuses every other value than an issued document has, also for fields that only the server writes. `sent`: as it came. */
export function assertInvoiceStays(table: Table, document: LivingDocument, sent: Readonly<Record<string, Json>>): void {
  if (table.name !== 'invoices' || !isIssued(document)) return
  for (const [name, value] of Object.entries(sent)) {
    const field = table.fieldByName.get(name)?.field
    if (field === undefined) continue
    const parsed = field.schema.safeParse(value)
    const given = (parsed.success ? toWireValue(field, parsed.data) : value) as Json
    if (!jsonEquals(given, readJson(document, name)))
      throw new AppError('CONFLICT', invoiceTexts.issuedStays, { issues: [{ path: name, message: invoiceTexts.issuedStays }] })
  }
}

export function assertInvoiceMayGo(document: Values): void {
  if (isIssued(document)) throw new AppError('CONFLICT', invoiceTexts.issuedIsKept)
}

/** An order with an issued document stays, as its deletion would take the document along. */
export async function assertOrderMayGo({ trx }: WriteContext, orderId: string): Promise<void> {
  const issued = await trx
    .selectFrom('invoices')
    .select('number')
    .where('order_id', '=', orderId)
    .where('issued_at', 'is not', null)
    .orderBy('issued_at')
    .limit(1)
    .executeTakeFirst()
  if (issued?.number != null) throw new AppError('CONFLICT', toOrderStaysMessage(issued.number))
}
