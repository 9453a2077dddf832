import { expect, test } from 'vitest'
import { findEInvoiceNeeds } from './e-invoice-needs.ts'

const address = { street: 'Hauptstr. 5', postalCode: '10115', city: 'Berlin', country: 'DE' }
const seller = { name: 'Fix It', ...address, taxId: 'DE123456789' }
const buyer = { name: 'Ann Lee', ...address, taxId: null }
const lines = [{ category: 'standard' }]

test('INV-05 each thing that an e-invoice lacks is one sentence; blanks are nothing', () => {
  expect(findEInvoiceNeeds({ seller, buyer, lines })).toEqual([])
  expect(findEInvoiceNeeds({ seller: { ...seller, taxId: ' ' }, buyer: { ...buyer, postalCode: null }, lines })).toEqual([
    { path: 'seller.taxId', message: "The seller's tax ID is missing." },
    { path: 'buyer.postalCode', message: "The buyer's postal code is missing." },
  ])
  expect(findEInvoiceNeeds({ seller: null, buyer: null, lines }).map(({ path }) => path)).toEqual([
    ...['name', 'street', 'postalCode', 'city', 'country', 'taxId'].map((field) => `seller.${field}`),
    ...['name', 'street', 'postalCode', 'city', 'country'].map((field) => `buyer.${field}`),
  ])
})

test('INV-05 with reverse charge the buyer has a tax ID too', () => {
  const reverse = [...lines, { category: 'reverse' }]
  expect(findEInvoiceNeeds({ seller, buyer, lines: reverse }).map(({ path }) => path)).toEqual(['buyer.taxId'])
  expect(findEInvoiceNeeds({ seller, buyer: { ...buyer, taxId: 'FR12345678901' }, lines: reverse })).toEqual([])
})
