import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { OrderLine } from '#schema/collections/work/order-lines.ts'
import type { Payment } from '#schema/collections/work/payments.ts'
import { createFormat } from '#schema/rules/shop/format.ts'
import { paymentToSigned } from '#schema/values/payments/payment-kind.ts'
import { type PaperOrder, type PaperShop, sizeByReceiptPaper } from '../paper.ts'
import { toCharged } from '../read-papers.ts'
import { ReceiptSheet } from './receipt-sheet.tsx'

const at = '2026-03-04T10:00:00.000Z'
const format = createFormat({ currency: 'USD', locale: 'en-US', timeZone: 'UTC' }, { locale: 'en-US', timeZone: 'UTC' })
const shop: PaperShop = {
  name: 'Fix',
  address: null,
  phone: null,
  email: null,
  website: null,
  taxId: null,
  terms: null,
  receiptFooter: null,
  otherTexts: {},
  language: 'en',
  logo: null,
}

const whose = {
  orderId: 'o',
  customerId: 'c',
  isSale: false,
  ticket: 'F-1',
  code: 'F-1',
  customerName: 'Ann',
  language: 'en' as const,
  customerLines: [],
  customerTaxId: null,
  customerPhones: [],
  device: 'Phone',
  issue: 'Glass',
  requests: null,
  notes: null,
  status: 'Fixed',
  assignee: null,
  isPriority: false,
  isRepeat: false,
  createdAt: at,
  dueAt: null,
  warranty: { until: null, days: 0 },
  tests: [],
  handedIn: [],
  pay: null,
}

/** Rows of the receipt's table as they are printed: what a row is, its name, and its amount in cents. */
function readPrinted(markup: string): { kind: string; name: string; cents: number | undefined }[] {
  return [...markup.matchAll(/<tr(?: class="([^"]*)")?(?: data-line="([^"]*)")?>(.*?)<\/tr>/g)].flatMap(([, className = '', line = '', content = '']) => {
    const cells = [...content.matchAll(/<(?:td|th)[^>]*>(.*?)<\/(?:td|th)>/g)].map(([, cell = '']) => cell.replaceAll(/<[^>]*>/g, ''))
    const [name = '', amount = ''] = cells
    if (amount === 'Amount') return []
    const isNumber = /^-?\$[\d,]+\.\d\d$/.test(amount)
    return [{ kind: line === '' ? className || 'sum' : line, name, cents: isNumber ? Math.round(Number(amount.replaceAll(/[$,]/g, '')) * 100) : undefined }]
  })
}

const sumOf = (rows: readonly { cents: number | undefined }[]): number => rows.reduce((sum, { cents = 0 }) => sum + cents, 0)

const cents = fc.integer({ min: 0, max: 99_999 })
const anyLine = fc.record({
  kind: fc.constantFrom('part', 'labour', 'other', 'discount'),
  thousandths: fc.integer({ min: 1, max: 9_000 }),
  price: cents,
  percent: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
  included: fc.boolean(),
  isNegative: fc.boolean(),
})
const toLine = ({ kind, thousandths, price, percent, included, isNegative }: typeof anyLine extends fc.Arbitrary<infer One> ? One : never, index: number) =>
  ({
    id: String(index),
    createdAt: `${index}`.padStart(3, '0'),
    kind,
    description: `Line ${index}`,
    included,
    taxRateId: null,
    ...(kind === 'discount'
      ? { quantity: 1, unitPrice: percent === null ? price / 100 : 0, percent: percent === null ? null : percent / 10_000 }
      : { quantity: thousandths / 1000, unitPrice: (kind === 'other' && isNegative ? -price : price) / 100 + 0, percent: null }),
  }) as OrderLine
const rate = { id: 'r', createdAt: '1', name: 'Sales', percent: 8.875, isDefault: true, isDefaultForLabour: false, archived: false }
const parts = [
  { name: 'City', percent: 4.5 },
  { name: 'State', percent: 4.375 },
]

test('what a receipt prints adds up to its balance, for any mix of lines, quote, tax, payments and refunds (PRICE-04)', () => {
  fc.assert(
    fc.property(
      fc.record({
        quotedCost: fc.option(
          fc.oneof(
            cents.map((price) => String(price / 100)),
            fc.constant('after diagnosis'),
          ),
        ),
        quoteFromLines: fc.boolean(),
        lines: fc.array(anyLine, { maxLength: 6 }).map((lines) => lines.map(toLine)),
        isExempt: fc.boolean(),
        taxMode: fc.constantFrom('none' as const, 'exclusive' as const, 'inclusive' as const),
        hasParts: fc.boolean(),
        payments: fc.array(fc.record({ price: fc.integer({ min: 1, max: 99_999 }), kind: fc.constantFrom(null, 'refund') }), { maxLength: 4 }),
      }),
      ({ taxMode, hasParts, payments: paid, isExempt, ...charged }) => {
        const payments = paid.map(({ price, kind }) => ({ paymentAmount: price / 100, kind }) as Payment)
        const pricing = { taxMode, unitCents: 1, rates: [{ ...rate, parts: hasParts ? parts : [] }] }
        const order: PaperOrder = {
          ...toCharged({ ...charged, payments, isExempt, pricing }, payments),
          ...whose,
          quotedCost: charged.quotedCost,
          exemptReason: isExempt ? 'Charity' : null,
          invoiceFollows: false,
          payments: payments.map((payment) => ({ text: null, amount: paymentToSigned(payment), isAfterTax: false, method: null, at })),
        }
        const size = sizeByReceiptPaper.A4
        const rows = readPrinted(renderToStaticMarkup(<ReceiptSheet kind="pick-up" shop={shop} order={order} size={size} format={format} printedAt={at} />))
        const ofKind = (kind: string) => rows.filter((row) => row.kind === kind)
        const items = sumOf(ofKind('line'))
        const taxes = sumOf(ofKind('sum').filter(({ name }) => /^(Sales|City|State) /.test(name)))
        const [balance] = ofKind('paper-balance')
        if (order.balance.total === null) {
          expect(balance).toBeUndefined()
          return
        }
        const printed = (balance?.cents ?? Number.NaN) * (balance?.name === 'Paid too much' ? -1 : 1) + 0
        expect(items + taxes + sumOf(ofKind('payment'))).toBe(printed)
        expect(printed).toBe(Math.round((order.balance.balance ?? 0) * 100))
        const given = 0 - sumOf(ofKind('payment'))
        const named = (name: string) => ofKind('sum').find((row) => row.name === name)?.cents
        expect([named('Subtotal') ?? items, named('Total') ?? items + taxes, named('Paid') ?? given]).toEqual([items, items + taxes, given])
      },
    ),
    { numRuns: 300 },
  )
})
