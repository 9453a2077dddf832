import { expect, test } from 'vitest'
import type { InvoiceLine } from '../../collections/work/invoice-content.ts'
import { toCreditContent, toLinesLeft } from './credit-note.ts'
import { toInvoiceContent } from './invoice-sums.ts'
import { findDiffering, leftOfInvoice, listStanding, type OrderDocument } from './order-invoices.ts'

const rate = { id: 'vat', createdAt: '', name: 'VAT', percent: 19, isDefault: true, isDefaultForLabour: false, archived: false, parts: [] }
const pricing = { taxMode: 'exclusive', unitCents: 1, rates: [rate] } as const
const contentOf = (...prices: readonly (readonly [id: string, quantity: number, unitPrice: number])[]) => {
  const lines = prices.map(([id, quantity, unitPrice], place) => ({
    id,
    createdAt: String(place),
    kind: 'part' as const,
    description: id,
    quantity,
    unitPrice,
  }))
  const content = toInvoiceContent({ quotedCost: null, quoteFromLines: false, lines, isExempt: false, exemptReason: null, pricing })
  if (content === undefined) throw new Error('Nothing is charged')
  return content
}
const issued = (values: object): OrderDocument =>
  ({ id: 'one', kind: 'invoice', state: 'issued', number: '2026-0001', issuedAt: '2026-03-02T10:00:00.000Z', correctsId: null, ...values }) as OrderDocument

const content = contentOf(['Screws', 3, 0.33], ['Glass', 1, 10])
const invoice = issued(content)
const toNote = (id: string, given: InvoiceLine[], earlier: OrderDocument[] = []): OrderDocument => {
  const documents = earlier.map(({ total, lines, taxes }) => ({ total, lines: lines as InvoiceLine[], taxes: taxes as [] }))
  const seller = { currency: 'EUR', taxMode: 'exclusive' } as const
  const credit = toCreditContent({ invoice: { ...content, number: '2026-0001', seller }, earlier: documents, given, money: String })
  if ('code' in credit) throw new Error(credit.message)
  return issued({ id, kind: 'credit-note', number: `CN-${id}`, correctsId: 'one', issuedAt: `2026-03-0${id}T10:00:00.000Z`, ...credit })
}

test('an order differs from its invoice when a line or its price changed, and no longer after the credit note for that', () => {
  expect(findDiffering(content, [invoice])).toBeUndefined()
  expect(findDiffering(contentOf(['Screws', 3, 0.33], ['Glass', 1, 11]), [invoice])).toBe(invoice)
  expect(findDiffering(contentOf(['Screws', 3, 0.33], ['Tinted glass', 1, 10]), [invoice])).toBe(invoice)
  expect(findDiffering(undefined, [invoice])).toBe(invoice)
  const fewer = contentOf(['Screws', 2, 0.33], ['Glass', 1, 10])
  expect(findDiffering(fewer, [invoice])).toBe(invoice)
  const note = toNote(
    '3',
    content.lines.slice(0, 1).map((line) => ({ ...line, quantity: 1 })),
  )
  expect(findDiffering(fewer, [note, invoice])).toBeUndefined()
  expect(findDiffering(content, [note, invoice])).toBe(invoice)
})

test('an invoice stands until credit notes took all of it back', () => {
  const note = toNote('3', content.lines.slice(1))
  expect(leftOfInvoice(invoice, [invoice, note])).toBe(1.18)
  expect(listStanding([invoice, note])).toEqual([invoice])
  const rest = toNote('4', content.lines.slice(0, 1), [note])
  expect(listStanding([invoice, note, rest])).toEqual([])
  expect(findDiffering(undefined, [invoice, note, rest])).toBeUndefined()
  expect(listStanding([issued({ state: 'draft', issuedAt: null, total: 0 })])).toEqual([])
})

test('what is left of each line is what another credit note takes back', () => {
  const seller = { currency: 'EUR', taxMode: 'exclusive' } as const
  const documents = { invoice: { ...content, number: '2026-0001', seller }, earlier: [] as { lines: InvoiceLine[]; taxes: []; total: number }[] }
  expect(toLinesLeft(documents)).toEqual(content.lines)
  const [screws, glass] = content.lines
  if (screws === undefined || glass === undefined) throw new Error('Two lines')
  documents.earlier.push({
    lines: [
      { ...screws, quantity: 1, net: 0.33 },
      { ...glass, unitPrice: 4, net: 4 },
    ],
    taxes: [],
    total: 5,
  })
  expect(toLinesLeft(documents).map(({ quantity, unitPrice }) => [quantity, unitPrice])).toEqual([
    [2, 0.33],
    [1, 6],
  ])
  documents.earlier.push({
    lines: [
      { ...screws, quantity: 2, net: 0.66 },
      { ...glass, unitPrice: 6, net: 6 },
    ],
    taxes: [],
    total: 7,
  })
  expect(toLinesLeft(documents)).toEqual([])
})
