import { expect, test } from 'vitest'
import { AppError } from '#schema/errors.ts'
import { invoiceToLibrary } from './invoice-to-library.ts'
import type { EInvoiceFormat } from '#schema/values/invoices/e-invoice-format.ts'
import type { IssuedDocument } from './issued-document.ts'
import { type GivenLine, makeDocument, makeLine } from './test-documents.ts'
import { checkAmounts, findAll, findText, readAmounts, readXml } from './test-xml.ts'
import { createXmlMaker } from './xml-maker.ts'

/** One thread for all: it loads the library once. */
const maker = createXmlMaker()

const make = (document: IssuedDocument, format: EInvoiceFormat): Promise<string> => maker.make(invoiceToLibrary(document), format)

const toLines = (lines: readonly GivenLine[]): IssuedDocument['lines'] => lines.map((line, place) => makeLine(place, line))

const german = makeDocument({
  lines: toLines([
    { description: 'Display & <frame>', net: 119, percent: 19 },
    { kind: 'labour', description: 'Repair', quantity: 1.5, unitPrice: 60, net: 90, percent: 19 },
    { description: 'Handbook\u0001', quantity: 2, unitPrice: 10, net: 20, percent: 7, category: 'reduced' },
    { kind: 'discount', description: '10 % off', net: -20.9, percent: 19 },
  ]),
  taxes: [
    { name: 'USt.', percent: 19, category: 'standard', base: 188.1, tax: 35.74 },
    { name: 'USt.', percent: 7, category: 'reduced', base: 20, tax: 1.4 },
  ],
  net: 208.1,
  tax: 37.14,
  total: 245.24,
  paid: 45.24,
  iban: 'DE89370400440532013000',
  dueAt: '2026-12-31T12:00:00.000Z',
  note: 'Thank you',
})

const french = makeDocument({
  seller: { country: 'FR', taxId: 'FR12345678901', taxMode: 'inclusive' },
  lines: toLines([
    { description: 'Écran', quantity: 3, unitPrice: 19.99, net: 49.98, percent: 20 },
    { kind: 'labour', description: 'Réparation', unitPrice: 100.02, net: 83.35, percent: 20 },
    { description: 'Livre', unitPrice: 10.55, net: 10, percent: 5.5, category: 'reduced' },
  ]),
  taxes: [
    { name: 'TVA', percent: 20, category: 'standard', base: 133.33, tax: 26.66 },
    { name: 'TVA', percent: 5.5, category: 'reduced', base: 10, tax: 0.55 },
  ],
  net: 143.33,
  tax: 27.21,
  total: 170.54,
})

const british = makeDocument({
  seller: { country: 'GB', taxId: 'GB123456789', currency: 'GBP' },
  lines: toLines([
    { description: 'Battery', quantity: 2, unitPrice: 49.99, net: 99.98, percent: 20 },
    { kind: 'other', description: 'Old phone taken in', net: -9.98, percent: 20 },
    { description: 'Booklet', net: 15, percent: 0, category: 'zero' },
  ]),
  taxes: [
    { name: 'VAT', percent: 20, category: 'standard', base: 90, tax: 18 },
    { name: 'Zero', percent: 0, category: 'zero', base: 15, tax: 0 },
  ],
  net: 105,
  tax: 18,
  total: 123,
})

const japanese = makeDocument({
  seller: { country: 'JP', taxId: 'T1234567890123', currency: 'JPY', taxMode: 'inclusive' },
  lines: toLines([
    { description: '画面', quantity: 3, unitPrice: 333, net: 908, percent: 10 },
    { description: 'お茶', unitPrice: 540, net: 500, percent: 8, category: 'reduced' },
  ]),
  taxes: [
    { name: '消費税', percent: 10, category: 'standard', base: 908, tax: 91 },
    { name: '消費税', percent: 8, category: 'reduced', base: 500, tax: 40 },
  ],
  net: 1408,
  tax: 131,
  total: 1539,
})

/** State and city are parts of one rate. */
const american = makeDocument({
  seller: { country: 'US', region: 'NY', taxId: '12-3456789', currency: 'USD' },
  lines: toLines([{ description: 'Screen', net: 129.99, percent: 8.875 }]),
  taxes: [{ name: 'Sales tax', percent: 8.875, category: 'standard', base: 129.99, tax: 11.54 }],
  net: 129.99,
  tax: 11.54,
  total: 141.53,
})

const untaxed = makeDocument({
  buyer: { country: 'FR', taxId: 'FR 12345678901' },
  lines: toLines([
    { description: 'Work', net: 100, percent: 0, category: 'reverse' },
    { description: 'Course', net: 5, percent: 0, category: 'exempt' },
    { description: 'Deposit', net: 1, percent: 0, category: 'none' },
    { description: 'Booklet', net: 10, percent: 0, category: 'zero' },
  ]),
  taxes: [
    { name: 'Reverse charge', percent: 0, category: 'reverse', base: 100, tax: 0 },
    { name: 'Education', percent: 0, category: 'exempt', base: 5, tax: 0 },
    { name: 'No tax', percent: 0, category: 'none', base: 1, tax: 0 },
    { name: 'Zero', percent: 0, category: 'zero', base: 10, tax: 0 },
  ],
  net: 116,
  tax: 0,
  total: 116,
})

const credit = makeDocument({
  kind: 'credit-note',
  number: 'CN-2026-0001',
  lines: toLines([{ description: 'Display', net: 50, percent: 19 }]),
  taxes: [{ name: 'USt.', percent: 19, category: 'standard', base: 50, tax: 9.5 }],
  net: 50,
  tax: 9.5,
  total: 59.5,
  corrected: { number: '2026-0007', issuedAt: '2026-11-28T23:30:00.000Z' },
})

test.each([
  { title: 'DE 19 % and 7 %, a discount', document: german, taxes: ['S 19', 'S 7'] },
  { title: 'FR 20 % and 5.5 %, prices with tax', document: french, taxes: ['S 20', 'S 5.5'], isInclusive: true },
  { title: 'GB 20 % and zero, something taken in', document: british, taxes: ['S 20', 'Z 0'] },
  { title: 'JP 10 % and 8 %, prices with tax, no decimals', document: japanese, taxes: ['S 10', 'S 8'], isInclusive: true, unitCents: 100 },
  { title: 'US 8.875 %', document: american, taxes: ['S 8.875'] },
  { title: 'reverse charge, exempt and zero', document: untaxed, taxes: ['AE 0', 'E 0', 'Z 0'] },
  { title: 'a credit note', document: credit, taxes: ['S 19'] },
])('INV-05 the amounts of an e-invoice obey EN 16931 in both formats: $title', async ({ document, taxes, ...money }) => {
  const [ubl, cii] = await Promise.all([make(document, 'ubl'), make(document, 'cii')])
  const amounts = readAmounts(ubl, 'ubl')
  checkAmounts(amounts, money)
  expect(readAmounts(cii, 'cii')).toEqual(amounts)
  expect(amounts.groups.map(({ tax }) => tax)).toEqual(taxes)
  const [net, tax, total, paid] = [document.net, document.tax, document.total, document.paid].map((amount) => Math.round(amount * 100))
  expect(amounts.sums).toMatchObject({ net, tax, total, paid })
})

test('INV-05 an e-invoice names both sides, its days, what is due and how it is paid', async () => {
  const [ubl, cii] = await Promise.all([make(german, 'ubl'), make(german, 'cii')])
  const root = readXml(ubl)
  const read = (path: string): string | undefined => findText(root, path)
  expect([read('ID'), read('InvoiceTypeCode'), read('Note'), read('DocumentCurrencyCode')]).toEqual(['2026-0007', '380', 'Thank you', 'EUR'])
  // By the shop's calendar.
  expect([read('IssueDate'), read('Delivery/ActualDeliveryDate'), read('DueDate')]).toEqual(['2026-11-29', '2026-11-27', '2026-12-31'])
  expect([read('PaymentMeans/PaymentMeansCode'), read('PaymentMeans/PayeeFinancialAccount/ID')]).toEqual(['58', 'DE89370400440532013000'])
  const [seller, buyer] = ['AccountingSupplierParty', 'AccountingCustomerParty']
  expect(read(`${seller}/Party/PartyTaxScheme/CompanyID`)).toBe('DE123456789')
  expect([read(`${seller}/Party/EndpointID`), read(`${buyer}/Party/EndpointID`)]).toEqual(['desk@fixit.test', undefined])
  expect([read(`${buyer}/Party/PartyLegalEntity/RegistrationName`), read(`${buyer}/Party/Contact/Name`)]).toEqual(['Lee & Sons <Berlin>', 'Ann Lee'])
  const address = ['StreetName', 'AdditionalStreetName', 'PostalZone', 'CityName'].map((name) => read(`${buyer}/Party/PostalAddress/${name}`))
  expect(address).toEqual(['Hauptstr. 5', 'Hinterhaus', '10115', 'Berlin'])
  expect(findAll(root, 'InvoiceLine').map((line) => findText(line, 'Item/Name'))).toEqual(['Display & <frame>', 'Repair', 'Handbook'])
  expect(read('AllowanceCharge/AllowanceChargeReason')).toBe('10 % off')
  expect(cii.match(/<ram:URIUniversalCommunication>/g)).toHaveLength(1)
})

test('INV-05 a tax ID that is no VAT identifier registers the seller; a credit note names what it corrects', async () => {
  const [foreign, ubl, cii] = await Promise.all([make(american, 'cii'), make(credit, 'ubl'), make(credit, 'cii')])
  expect(foreign).toContain('<ram:ID schemeID="FC">12-3456789</ram:ID>')
  const root = readXml(ubl)
  expect([root.name, findText(root, 'CreditNoteTypeCode')]).toEqual(['CreditNote', '381'])
  expect(findText(root, 'BillingReference/InvoiceDocumentReference/ID')).toBe('2026-0007')
  const settlement = 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement'
  expect(findText(readXml(cii), 'ExchangedDocument/TypeCode')).toBe('381')
  expect(findText(readXml(cii), `${settlement}/InvoiceReferencedDocument/IssuerAssignedID`)).toBe('2026-0007')
})

test('what the library refuses is a conflict that names the element', async () => {
  const refused = make({ ...american, seller: { ...american.seller, currency: 'XCG' } }, 'ubl')
  await expect(refused).rejects.toThrow(AppError)
  await expect(refused).rejects.toThrow('cbc:DocumentCurrencyCode')
})
