import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toInvoiceContent } from '#schema/rules/invoices/invoice-sums.ts'
import { currencyToUnitCents } from '#schema/values/money.ts'
import { lineKinds } from '#schema/values/order-lines/line-kind.ts'
import { taxModes } from '#schema/values/taxes/tax-rate.ts'
import { invoiceToLibrary } from './invoice-to-library.ts'
import { makeDocument } from './test-documents.ts'
import { checkAmounts, readLibraryAmounts } from './test-xml.ts'

const rate = { createdAt: '', isDefault: false, isDefaultForLabour: false, archived: false, parts: [] }
const rates = [
  { ...rate, id: 'full', name: 'VAT', percent: 19, category: 'standard', isDefault: true },
  { ...rate, id: 'city', name: 'Sales tax', percent: 8.875, category: 'reduced' },
  { ...rate, id: 'zero', name: 'Zero', percent: 0, category: 'zero' },
  { ...rate, id: 'reverse', name: 'Reverse charge', percent: 0, category: 'reverse' },
] as const

const line = fc.record({
  kind: fc.constantFrom(...lineKinds),
  thousandths: fc.oneof(fc.constant(1000), fc.integer({ min: 1, max: 20_000 })),
  cents: fc.integer({ min: 0, max: 50_000 }),
  isTakenIn: fc.boolean(),
  percent: fc.constantFrom(null, 10, 33.3333),
  taxRateId: fc.constantFrom(null, ...rates.map(({ id }) => id)),
})

const orders = fc.record({
  taxMode: fc.constantFrom(...taxModes),
  currency: fc.constantFrom('EUR', 'JPY'),
  isExempt: fc.boolean(),
  quotedCost: fc.constantFrom(null, '80', '19.99'),
  lines: fc.array(line, { maxLength: 6 }),
})

test('INV-05 whatever is charged, the amounts of the document obey EN 16931 and are those of the invoice', () => {
  let invoices = 0
  fc.assert(
    fc.property(orders, ({ taxMode, currency, isExempt, quotedCost, lines }) => {
      const unitCents = currencyToUnitCents(currency)
      const content = toInvoiceContent({
        quotedCost,
        quoteFromLines: false,
        isExempt,
        exemptReason: 'Diplomat',
        pricing: { taxMode, unitCents, rates },
        lines: lines.map(({ thousandths, cents, isTakenIn, kind, percent, taxRateId }, place) => ({
          id: String(place),
          createdAt: String(place),
          description: 'Line',
          kind,
          taxRateId,
          quantity: kind === 'discount' ? 1 : thousandths / 1000,
          unitPrice: kind === 'discount' && percent !== null ? 0 : (kind === 'other' && isTakenIn ? -1 : 1) * (cents / 100),
          percent: kind === 'discount' ? percent : null,
        })),
      })
      if (content === undefined || content.total < 0) return
      invoices++
      const amounts = readLibraryAmounts(invoiceToLibrary(makeDocument({ ...content, seller: { currency, taxMode } })))
      checkAmounts(amounts, { unitCents, isInclusive: taxMode === 'inclusive' })
      const [net, tax, total] = [content.net, content.tax, content.total].map((amount) => Math.round(amount * 100))
      expect(amounts.sums).toMatchObject({ net, tax, total })
    }),
    { numRuns: 300 },
  )
  expect(invoices).toBeGreaterThan(100)
})
