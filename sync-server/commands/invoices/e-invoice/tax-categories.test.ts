import { expect, test } from 'vitest'
import { makeLine } from './test-documents.ts'
import { toTaxCategory, toTaxGroups } from './invoice-to-library.ts'

test('an exempt customer is category E with the reason, and so is a shop that charges no taxes', () => {
  const exempt = { name: 'Exempt', percent: 0, category: 'exempt', base: 12, tax: 0, reason: 'Diplomat' } as const
  expect(toTaxGroups({ lines: [], taxes: [exempt] })).toEqual([{ code: 'E', percent: 0, base: 12, tax: 0, reason: 'Diplomat' }])
  const lines = [makeLine(0, { description: 'Work', net: 0.1, percent: 0 }), makeLine(1, { description: 'More', net: 0.2, percent: 0 })]
  expect(toTaxGroups({ lines, taxes: [] })).toEqual([{ code: 'E', percent: 0, base: 0.3, tax: 0, reason: 'No tax' }])
})

test('two rates of one percent are one category, and a standard rate of 0 percent is zero', () => {
  const rate = { percent: 19, category: 'standard' } as const
  const taxes = [
    { ...rate, name: 'VAT', base: 0.1, tax: 0.02 },
    { ...rate, name: 'Old VAT', base: 0.2, tax: 0.04 },
  ]
  expect(toTaxGroups({ lines: [], taxes })).toEqual([{ code: 'S', percent: 19, base: 0.3, tax: 0.06, reason: undefined }])
  expect(toTaxCategory({ category: 'standard', percent: 0 })).toEqual({ code: 'Z', percent: 0 })
})
