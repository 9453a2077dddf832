import { expect, it } from 'vitest'
import { findByCode, findCodeTwin, productToCodes } from './product-codes.ts'

const product = (id: string, more: object = {}) => ({ id, name: id, sku: null, barcode: null, supplierSku: null, ...more })
const screen = product('screen', { sku: ' SC-12 ', barcode: '4006381333931  5901234123457', supplierSku: 'ÄX 9' })

it('PARTS-03: a product is found by its SKU, each of its barcodes and the supplier’s SKU', () => {
  expect(productToCodes(screen)).toEqual(['sc-12', '4006381333931', '5901234123457', 'ax 9'])
  for (const code of ['sc-12', '5901234123457 ', 'äx 9']) expect(findByCode([product('bag'), screen], code)).toBe(screen)
  expect(findByCode([screen], '5901234')).toBeUndefined()
  expect(findByCode([product('bag')], ' ')).toBeUndefined()
})

it('PARTS-03: an archived product gives its code to the one that is sold', () => {
  const old = { ...screen, id: 'old', archived: true }
  expect(findByCode([old, screen], 'sc-12')).toBe(screen)
  expect(findByCode([old], 'sc-12')).toBe(old)
})

it('PARTS-03: two products with one code are told, in whatever field it stands', () => {
  const other = product('other', { barcode: '12 sc-12' })
  expect(findCodeTwin([screen, other], { ...screen })).toEqual({ other, code: 'sc-12' })
  expect(findCodeTwin([screen, other], { ...product(''), id: undefined, sku: '13' })).toBeUndefined()
  expect(findCodeTwin([screen, { ...other, archived: true }], screen)).toBeUndefined()
})
