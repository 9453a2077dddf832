import type { Invoice } from '@e-invoice-eu/core'
import { expect } from 'vitest'
import { amountToCents } from '#schema/values/money.ts'
import type { EInvoiceFormat } from '#schema/values/invoices/e-invoice-format.ts'

export type Element = { name: string; text: string; children: Element[] }

/** As far as the library writes XML; names without prefix. @throws Error unless each element ends where it should */
export function readXml(xml: string): Element {
  const root: Element = { name: '', text: '', children: [] }
  const open = [root]
  for (const [, end, prefixed = '', closed, text = ''] of xml.matchAll(/<(\/?)([\w:]+)[^<>]*?(\/?)>([^<]*)/g)) {
    const name = prefixed.slice(prefixed.indexOf(':') + 1)
    if (end === '/' && open.pop()?.name !== name) throw new Error(`</${prefixed}> ends another element`)
    if (end === '/') continue
    const element = { name, text: unescapeXml(text.trim()), children: [] }
    open.at(-1)?.children.push(element)
    if (closed !== '/') open.push(element)
  }
  if (open.length !== 1 || root.children[0] === undefined) throw new Error('The XML does not end')
  return root.children[0]
}

const unescapeXml = (text: string): string => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

export const findAll = ({ children }: Element, name: string): Element[] => children.filter((child) => child.name === name)

/** 'Party/PostalAddress/CityName'. */
export function findText(element: Element, path: string): string | undefined {
  let [found]: (Element | undefined)[] = [element]
  for (const name of path.split('/')) found = found?.children.find((child) => child.name === name)
  return found?.text
}

/** The business terms of amounts, in cents; `tax`: category and percent. */
type Amounts = {
  lines: { net: number; quantity: number; price: number; per: number; tax: string }[]
  allowances: { amount: number; tax: string }[]
  groups: { base: number; amount: number; tax: string; percent: number; reason: string | undefined }[]
  sums: { lines: number; allowances: number; net: number; tax: number; total: number; paid: number; payable: number }
}

const toNumber = (element: Element, path: string, missing?: number): number => {
  const text = findText(element, path) ?? missing
  if (text === undefined) throw new Error(`${element.name} has no ${path}`)
  return Number(text)
}

const toCents = (element: Element, path: string, missing?: number): number => amountToCents(toNumber(element, path, missing))

function readUbl(root: Element): Amounts {
  const noun = root.name === 'CreditNote' ? 'Credit' : 'Invoice'
  const toTax = (element: Element, path: string): string => `${findText(element, `${path}/ID`)} ${findText(element, `${path}/Percent`)}`
  const [taxTotal, sums] = ['TaxTotal', 'LegalMonetaryTotal'].flatMap((name) => findAll(root, name))
  if (taxTotal === undefined || sums === undefined) throw new Error('The document has no totals')
  return {
    lines: findAll(root, root.name === 'CreditNote' ? 'CreditNoteLine' : 'InvoiceLine').map((line) => ({
      net: toCents(line, 'LineExtensionAmount'),
      quantity: toNumber(line, noun === 'Credit' ? 'CreditedQuantity' : 'InvoicedQuantity'),
      price: toCents(line, 'Price/PriceAmount'),
      per: toNumber(line, 'Price/BaseQuantity', 1),
      tax: toTax(line, 'Item/ClassifiedTaxCategory'),
    })),
    allowances: findAll(root, 'AllowanceCharge').map((allowance) => ({ amount: toCents(allowance, 'Amount'), tax: toTax(allowance, 'TaxCategory') })),
    groups: findAll(taxTotal, 'TaxSubtotal').map((group) => ({
      base: toCents(group, 'TaxableAmount'),
      amount: toCents(group, 'TaxAmount'),
      tax: toTax(group, 'TaxCategory'),
      percent: toNumber(group, 'TaxCategory/Percent'),
      reason: findText(group, 'TaxCategory/TaxExemptionReason'),
    })),
    sums: {
      lines: toCents(sums, 'LineExtensionAmount'),
      allowances: toCents(sums, 'AllowanceTotalAmount', 0),
      net: toCents(sums, 'TaxExclusiveAmount'),
      tax: toCents(taxTotal, 'TaxAmount'),
      total: toCents(sums, 'TaxInclusiveAmount'),
      paid: toCents(sums, 'PrepaidAmount', 0),
      payable: toCents(sums, 'PayableAmount'),
    },
  }
}

function readCii(root: Element): Amounts {
  const trade = findAll(root, 'SupplyChainTradeTransaction').flatMap(({ children }) => children)
  const settlement = trade.find(({ name }) => name === 'ApplicableHeaderTradeSettlement')
  const [sums] = settlement === undefined ? [] : findAll(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation')
  if (settlement === undefined || sums === undefined) throw new Error('The document has no totals')
  const toTax = (element: Element, path: string): string => `${findText(element, `${path}CategoryCode`)} ${findText(element, `${path}RateApplicablePercent`)}`
  return {
    lines: trade
      .filter(({ name }) => name === 'IncludedSupplyChainTradeLineItem')
      .map((line) => ({
        net: toCents(line, 'SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount'),
        quantity: toNumber(line, 'SpecifiedLineTradeDelivery/BilledQuantity'),
        price: toCents(line, 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount'),
        per: toNumber(line, 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice/BasisQuantity', 1),
        tax: toTax(line, 'SpecifiedLineTradeSettlement/ApplicableTradeTax/'),
      })),
    allowances: findAll(settlement, 'SpecifiedTradeAllowanceCharge').map((allowance) => ({
      amount: toCents(allowance, 'ActualAmount'),
      tax: toTax(allowance, 'CategoryTradeTax/'),
    })),
    groups: findAll(settlement, 'ApplicableTradeTax').map((group) => ({
      base: toCents(group, 'BasisAmount'),
      amount: toCents(group, 'CalculatedAmount'),
      tax: toTax(group, ''),
      percent: toNumber(group, 'RateApplicablePercent'),
      reason: findText(group, 'ExemptionReason'),
    })),
    sums: {
      lines: toCents(sums, 'LineTotalAmount'),
      allowances: toCents(sums, 'AllowanceTotalAmount', 0),
      net: toCents(sums, 'TaxBasisTotalAmount'),
      tax: toCents(sums, 'TaxTotalAmount'),
      total: toCents(sums, 'GrandTotalAmount'),
      paid: toCents(sums, 'TotalPrepaidAmount', 0),
      payable: toCents(sums, 'DuePayableAmount'),
    },
  }
}

const add = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

export const readAmounts = (xml: string, format: EInvoiceFormat): Amounts => (format === 'ubl' ? readUbl : readCii)(readXml(xml))

/** Of the library's own document, which is made as UBL. */
export const readLibraryAmounts = (document: Invoice): Amounts => readUbl({ name: 'Invoice', text: '', children: jsonToElements(document['ubl:Invoice']) })

function jsonToElements(values: object): Element[] {
  return Object.entries(values).flatMap(([prefixed, value]: [string, unknown]) => {
    const name = prefixed.slice(prefixed.indexOf(':') + 1)
    return [value].flat().map((one) => ({ name, text: String(one), children: typeof one === 'object' && one !== null ? jsonToElements(one) : [] }))
  })
}

/**
 * What EN 16931 says of the amounts. `unitCents`: of the currency. Prices with tax make a tax that is the gross less the
 * net, so it may be a part of a unit beside the rounded one; the official rules allow a whole.
 */
export function checkAmounts(amounts: Amounts, { unitCents = 1, isInclusive = false } = {}): void {
  const { lines, allowances, groups, sums } = amounts
  expect(sums.lines, 'BR-CO-10').toBe(add(lines.map(({ net }) => net)))
  expect(sums.allowances, 'BR-CO-11').toBe(add(allowances.map(({ amount }) => amount)))
  expect(sums.net, 'BR-CO-13').toBe(sums.lines - sums.allowances)
  expect(sums.tax, 'BR-CO-14').toBe(add(groups.map(({ amount }) => amount)))
  expect(sums.total, 'BR-CO-15').toBe(sums.net + sums.tax)
  expect(sums.payable, 'BR-CO-16').toBe(sums.total - sums.paid)
  for (const { base, amount, percent, tax } of groups) {
    const exact = (base * percent) / 100
    if (isInclusive) expect(Math.abs(amount - exact), `BR-CO-17 of ${tax}`).toBeLessThan(unitCents)
    else expect(amount, `BR-CO-17 of ${tax}`).toBe(Math.sign(exact) * Math.round(Math.abs(exact) / unitCents) * unitCents + 0)
    const nets = lines.filter((line) => line.tax === tax).map(({ net }) => net)
    expect(base, `BR-S-08 of ${tax}`).toBe(add(nets) - add(allowances.filter((allowance) => allowance.tax === tax).map((allowance) => allowance.amount)))
  }
  expect(groups.map(({ tax }) => tax).toSorted()).toEqual([...new Set([...lines, ...allowances].map(({ tax }) => tax))].toSorted())
  for (const { net, quantity, price, per } of lines) {
    expect(price, 'BR-27').toBeGreaterThanOrEqual(0)
    expect(Math.abs(net - (quantity * price) / per), 'quantity × price').toBeLessThanOrEqual(unitCents / 2)
  }
}
