import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { InvoiceLine } from '../../collections/work/invoice-content.ts'
import { formatMoney } from '../../values/money.ts'
import { lineKinds } from '../../values/order-lines/line-kind.ts'
import { toBalance } from '../money/balance.ts'
import { journalColumns, toJournal } from '../money/journal.ts'
import type { PricingRate } from '../money/price.ts'
import { buildTaxReport } from '../money/tax-report.ts'
import { toCreditContent } from './credit-note.ts'
import { type DescribedLine, type InvoiceContent, type InvoiceInput, toInvoiceContent } from './invoice-sums.ts'

const rate = (name: string, percent: number, more: Partial<PricingRate> = {}): PricingRate => ({
  id: name,
  createdAt: '2026',
  name,
  percent,
  category: 'standard',
  isDefault: false,
  isDefaultForLabour: false,
  archived: false,
  parts: [],
  ...more,
})
const parts = [
  { name: 'City', percent: 4.5 },
  { name: 'State', percent: 4.375 },
]
const rates = [rate('VAT', 19, { isDefault: true }), rate('Reduced', 7, { category: 'reduced' }), rate('Sales', 8.875, { parts })]

/** In whole units of the currency. */
const units = (max: number) => fc.integer({ min: 0, max })
const anyLine = fc.record({
  kind: fc.constantFrom(...lineKinds),
  thousandths: fc.integer({ min: 1, max: 20_000 }),
  price: units(9_999),
  percent: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
  included: fc.boolean(),
  taxRateId: fc.constantFrom(null, 'VAT', 'Reduced', 'Sales', 'Gone'),
  id: fc.uuid(),
})

type AnyLine = typeof anyLine extends fc.Arbitrary<infer T> ? T : never

const toLine = ({ kind, thousandths, price, percent, ...more }: AnyLine, place: number, unit: number): DescribedLine => {
  const isDiscount = kind === 'discount'
  return {
    ...more,
    kind,
    description: `Line ${place}`,
    createdAt: String(place).padStart(3, '0'),
    quantity: isDiscount ? 1 : thousandths / 1000,
    unitPrice: isDiscount && percent !== null ? 0 : (price * unit) / 100,
    percent: isDiscount && percent !== null ? percent / 10_000 : null,
  }
}

const order = fc
  .record({
    unitCents: fc.constantFrom(1, 100),
    quote: fc.option(units(99_999)),
    quoteFromLines: fc.boolean(),
    lines: fc.array(anyLine, { maxLength: 10 }),
    isExempt: fc.boolean(),
    taxMode: fc.constantFrom('none' as const, 'exclusive' as const, 'inclusive' as const),
  })
  .map(({ unitCents, quote, lines, taxMode, ...more }): InvoiceInput => ({
    ...more,
    quotedCost: quote === null ? null : String((quote * unitCents) / 100),
    lines: lines.map((line, place) => toLine(line, place, unitCents)),
    pricing: { taxMode, unitCents, rates: taxMode === 'none' ? [] : rates },
    exemptReason: 'Charity',
  }))

const toCents = (amount: number | null): number => Math.round((amount ?? 0) * 100)
const sumOf = <Item>(items: readonly Item[], of: (item: Item) => number): number => items.reduce((sum, item) => sum + toCents(of(item)), 0)

const at = '2026-03-02T09:00:00.000Z'
const whole = { fromInstant: null, toInstantExclusive: null }
const words = { ticket: 'N-1', customer: 'Ann Lee', number: '2026-0001', issuedAt: at }

/** Sums of a journal's rows of one kind, in cents, as any program would read them. */
function sumJournal(csv: string, kind: string): Record<'net' | 'tax' | 'gross', number> {
  const rows = csv.split('\r\n').map((row) => row.split(','))
  const sum = (column: (typeof journalColumns)[number]): number =>
    rows.filter(([, rowKind]) => rowKind === kind).reduce((cents, row) => cents + toCents(Number(row[journalColumns.indexOf(column)])), 0)
  return { net: sum('net'), tax: sum('tax'), gross: sum('gross') }
}

test('an invoice is the balance of its order, its lines, its taxes, the journal and the report of taxes, to the cent (INV-06, TAX-05)', () => {
  fc.assert(
    fc.property(order, (input) => {
      const balance = toBalance({ ...input, payments: [] })
      const content = toInvoiceContent(input)
      if (content === undefined) {
        expect(balance.total).toBeNull()
        return
      }
      const { lines, taxes, net, tax, total } = content
      expect([net, tax, total]).toEqual([balance.net, balance.tax, balance.total])
      expect(taxes.map(({ name, percent, base, tax: one }) => ({ name, percent, base, tax: one }))).toEqual(
        balance.taxes.map(({ name, percent, base, tax: one }) => ({ name, percent, base, tax: one })),
      )
      expect(sumOf(lines, (line) => line.net) + sumOf(lines, (line) => line.tax)).toBe(toCents(total))
      for (const line of lines) expect(toCents(line.net) + toCents(line.tax)).toBe(toCents(line.total))
      for (const { name, percent, base, tax: one } of taxes) {
        const ofRate = lines.filter((line) => line.taxName === name && line.percent === percent)
        expect([sumOf(ofRate, (line) => line.net), sumOf(ofRate, (line) => line.tax)]).toEqual([toCents(base), toCents(one)])
      }
      const document = { id: 'd', kind: 'invoice', ...words, ...content }
      const payment = { id: 'p', createdAt: at, paymentAmount: Math.abs(total), kind: null, method: 'cash', ...words }
      const csv = toJournal([document], [payment], 'UTC')
      expect(toJournal([document], [payment], 'UTC')).toBe(csv)
      expect(sumJournal(csv, 'invoice')).toEqual({ net: toCents(net), tax: toCents(tax), gross: toCents(total) })
      expect(sumJournal(csv, 'tax')).toEqual(taxes.length === 0 ? { net: 0, tax: 0, gross: 0 } : sumJournal(csv, 'invoice'))
      const report = buildTaxReport({ documents: [document], payments: [], priceOf: () => undefined, range: whole })
      expect(report.documents).toMatchObject({ base: net, tax })
    }),
  )
})

test('payments of a paid order are its taxes, however it was paid, and a refund takes its part back (TAX-05)', () => {
  fc.assert(
    fc.property(order, fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 4 }), (input, shares) => {
      const content = toInvoiceContent(input)
      if (content === undefined || content.total <= 0) return
      const total = toCents(content.total)
      const amounts = shares.map((share) => Math.floor((total * share) / 500)).filter((cents) => cents > 0)
      const all = [...amounts, total - amounts.reduce((sum, cents) => sum + cents, 0)]
      const payments = all.map((cents, place) => ({ id: String(place), orderId: 'o', createdAt: `2026-03-0${place + 1}`, paymentAmount: cents / 100 }))
      const build = (more: typeof payments & { kind?: string }[] = []) =>
        buildTaxReport({ documents: [], payments: [...payments, ...more], priceOf: () => content, range: whole }).payments
      const { base, tax, sums } = build()
      expect([toCents(base), toCents(tax)]).toEqual([toCents(content.net), toCents(content.tax)])
      for (const one of content.taxes)
        if (one.base !== 0 || one.tax !== 0) expect(sums).toContainEqual({ name: one.name, percent: one.percent, base: one.base, tax: one.tax })
      const refund = { id: 'r', orderId: 'o', createdAt: '2026-04-01', paymentAmount: content.total, kind: 'refund' }
      expect(build([refund])).toMatchObject({ base: 0, tax: 0 })
    }),
  )
})

test('a line is credited with its own tax also where a discount of its rate stands on the invoice, and the rest with what is left (INV-02)', () => {
  const line = (id: string, kind: DescribedLine['kind'], unitPrice: number, taxRateId: string | null): DescribedLine => ({
    id,
    kind,
    unitPrice,
    taxRateId,
    description: id,
    createdAt: id,
    quantity: 1,
  })
  const lines = [line('1', 'part', 100, null), line('2', 'part', 200, 'Gone'), line('3', 'discount', 50, null)]
  const pricing = { taxMode: 'exclusive' as const, unitCents: 1, rates: [rate('VAT', 20, { isDefault: true })] }
  const content = toInvoiceContent({ quotedCost: null, quoteFromLines: false, isExempt: false, exemptReason: null, lines, pricing })
  if (content === undefined) throw new Error('nothing is charged')
  const invoice = { ...content, number: '2026-0001', seller: { currency: 'EUR', taxMode: 'exclusive' as const } }
  const credit = (earlier: InvoiceContent[], given: InvoiceLine[]) => toCreditContent({ invoice, earlier, given, money: formatMoney })
  const first = credit([], content.lines.slice(0, 1))
  expect(first).toMatchObject({ net: 100, tax: 20, total: 120, taxes: [{ percent: 20, base: 100, tax: 20 }] })
  expect(credit([first as InvoiceContent], content.lines.slice(1))).toMatchObject({ net: 150, tax: -10, total: 140 })
})

test('credit notes together are the invoice to the cent, by whichever lines and parts, and never more (INV-02)', () => {
  fc.assert(
    fc.property(order, fc.array(fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 999 })), { maxLength: 6 }), (input, tries) => {
      const content = toInvoiceContent({ ...input, lines: input.lines.filter(({ kind }) => kind !== 'discount') })
      if (content === undefined || content.total <= 0) return
      const { taxMode, unitCents } = input.pricing
      const invoice = { ...content, number: '2026-0001', seller: { currency: unitCents === 100 ? 'JPY' : 'EUR', taxMode } }
      const notes: InvoiceContent[] = []
      const credit = (given: InvoiceLine[]): boolean => {
        const note = toCreditContent({ invoice, earlier: notes, given, money: formatMoney })
        if ('code' in note) return false
        expect(note.total).toBeGreaterThan(0)
        expect(sumOf(note.lines, (line) => line.tax)).toBe(toCents(note.tax))
        if (taxMode !== 'none') expect(sumOf(note.taxes, (one) => one.tax)).toBe(toCents(note.tax))
        notes.push(note)
        return true
      }
      for (const [place, promille] of tries) {
        const line = content.lines[place % content.lines.length]
        const quantity = Math.floor(((line?.quantity ?? 0) * 1000 * promille) / 1000) / 1000
        if (line !== undefined && quantity > 0) credit([{ ...line, quantity }])
      }
      const amountOf = ({ net, total }: InvoiceLine): number => (taxMode === 'inclusive' ? total : net)
      const leftOf = (line: InvoiceLine): number =>
        toCents(amountOf(line)) -
        sumOf(
          notes.flatMap(({ lines }) => lines).filter(({ id }) => id === line.id),
          amountOf,
        )
      const rest = content.lines.flatMap((line) => (leftOf(line) === 0 ? [] : [{ ...line, quantity: 1, unitPrice: leftOf(line) / 100 }]))
      if (rest.length > 0) credit(rest)
      const sum = (of: (note: InvoiceContent) => number): number => sumOf(notes, of)
      expect(sum(({ total }) => total)).toBeLessThanOrEqual(toCents(content.total))
      if (content.lines.every((line) => leftOf(line) === 0)) {
        expect([sum(({ net }) => net), sum(({ tax }) => tax), sum(({ total }) => total)]).toEqual([content.net, content.tax, content.total].map(toCents))
        expect(credit([])).toBe(false)
      }
    }),
  )
})
