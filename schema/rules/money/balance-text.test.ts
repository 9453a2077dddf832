import { expect, test } from 'vitest'
import { texts } from '../../language/compiled/balance/balance-en.ts'
import { balanceToText } from './balance-text.ts'
import { toBalance } from './balance.ts'
import type { Pricing } from './price.ts'

const rate = { id: 'r', createdAt: '', name: 'VAT', percent: 19, isDefault: true, isDefaultForLabour: false, archived: false, parts: [] }

const textOf = (taxMode: Pricing['taxMode'], isExempt = false): string | undefined => {
  const pricing: Pricing = { taxMode, unitCents: 1, rates: [rate] }
  const balance = toBalance({ quotedCost: '119', quoteFromLines: false, lines: [], isExempt, pricing, payments: [{ paymentAmount: 19 }] })
  return balanceToText(balance, { hasLines: false, money: (amount) => `$${amount}`, taxMode, isExempt, texts })
}

test('the head of an order names the tax where the shop charges it, and why there is none', () => {
  expect(textOf('none')).toBe('Quote $119 · paid $19 · to pay $100')
  expect(textOf('inclusive')).toBe('Total $119 with $19 tax · paid $19 · to pay $100')
  expect(textOf('exclusive')).toBe('Total $141.61 with $22.61 tax · paid $19 · to pay $122.61')
  expect(textOf('exclusive', true)).toBe('Total $119, tax exempt · paid $19 · to pay $100')
})
