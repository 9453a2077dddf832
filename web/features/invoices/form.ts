import type { InvoiceLine } from '#schema/collections/work/invoice-content.ts'
import { invoices } from '#schema/collections/work/invoices.ts'
import { readInvoiceLines } from '#schema/rules/invoices/read-invoice.ts'
import { isRecord } from '#schema/is-record.ts'
import { isQuantity } from '#schema/values/order-lines/quantity.ts'
import { quantityToText, toPlainQuantity } from '#web/features/lines/form.ts'
import { checkedBy } from '#web/forms/checked-by.ts'
import { defineForm, type FormOf } from '#web/forms/define-form.ts'
import { toText, type Typed } from '#web/forms/typed-fields.ts'
import { dayToInstant, instantToDay } from '#web/forms/typed-day.ts'
import { t } from './invoices-texts.ts'

const day = (name: 'suppliedAt' | 'dueAt', inputLabel: string) => ({
  inputLabel,
  typed: checkedBy(invoices.fields[name].schema, dayToInstant),
  toTyped: (value: unknown) => (typeof value === 'string' ? instantToDay(value) : ''),
  toValue: (typed: Typed) => dayToInstant(toText(typed)) || null,
})

export const invoiceForm = defineForm(invoices, {
  suppliedAt: day('suppliedAt', t.suppliedAt()),
  dueAt: day('dueAt', t.dueAt()),
  note: { inputLabel: t.note() },
})

export const creditForm = defineForm(invoices, {
  chosen: { field: null, label: t.lines() },
  note: { inputLabel: t.reason() },
})

export type InvoiceForm = FormOf<typeof invoiceForm>
export type CreditForm = FormOf<typeof creditForm>

export const invoiceDraftKey = (orderId: string): string => `invoice-add/${orderId}`
export const creditDraftKey = (invoiceId: string): string => `credit-note-add/${invoiceId}`

/** The typed quantity of each chosen line, by the line's id. */
export type Chosen = Readonly<Record<string, string>>

/** The chosen lines are one JSON text in the form and its draft. */
export const chosenToText = (chosen: Chosen): string => JSON.stringify(chosen)

export function readChosen(text: string): Chosen {
  try {
    const chosen: unknown = JSON.parse(text)
    // A refused draft holds lines.
    if (Array.isArray(chosen)) return linesToChosen(readInvoiceLines(chosen))
    return isRecord(chosen) ? Object.fromEntries(Object.entries(chosen).filter((entry): entry is [string, string] => typeof entry[1] === 'string')) : {}
  } catch {
    return {}
  }
}

export const linesToChosen = (lines: readonly InvoiceLine[]): Chosen => Object.fromEntries(lines.map(({ id, quantity }) => [id, quantityToText(quantity)]))

/** The lines that a credit note takes back; undefined where a quantity is not one. `left`: what may be taken. */
export function chosenToLines(chosen: Chosen, left: readonly InvoiceLine[]): InvoiceLine[] | undefined {
  const lines = left.filter(({ id }) => chosen[id] !== undefined).map((line) => ({ ...line, quantity: Number(toPlainQuantity(chosen[line.id] ?? '')) }))
  return lines.every(({ quantity }) => isQuantity(quantity)) ? lines : undefined
}
