import type { Invoice } from '@e-invoice-eu/core'
import { divideHalfUp, toLineTotal } from '#schema/rules/money/line-totals.ts'
import { localDay } from '#schema/rules/text/calendar.ts'
import { amountToCents, centsToAmount, currencyToUnitCents, sumAmounts } from '#schema/values/money.ts'
import { quantityToThousandths } from '#schema/values/order-lines/quantity.ts'
import type { InvoiceLine, InvoiceTax } from '#schema/collections/work/invoice-content.ts'
import type { IssuedDocument } from './issued-document.ts'
import { toBuyer, toSeller } from './parties.ts'
import { toXmlText } from './xml-text.ts'

/** UNCL 5305, as far as a shop's rates go. */
type CategoryCode = 'S' | 'Z' | 'E' | 'AE'

type TaxCategory = { code: CategoryCode; percent: number }

/** One of a document's VAT breakdown (BG-23). `reason`: why no tax is charged, for E and AE. */
type TaxGroup = TaxCategory & { base: number; tax: number; reason: string | undefined }

const codes = { standard: 'S', reduced: 'S', zero: 'Z', exempt: 'E', reverse: 'AE', none: 'E' } as const satisfies Record<InvoiceTax['category'], CategoryCode>

/** A rate of 0 percent is never S (BR-S-05). */
export function toTaxCategory({ category, percent }: Pick<InvoiceTax, 'category' | 'percent'>): TaxCategory {
  const code = codes[category]
  return { code: code === 'S' && percent === 0 ? 'Z' : code, percent }
}

/** One for each category and percent, however many rates the shop calls differently (BR-S-08). */
export function toTaxGroups(document: Pick<IssuedDocument, 'lines' | 'taxes'>): TaxGroup[] {
  const taxes = document.taxes.length > 0 ? document.taxes : [toUntaxed(document.lines)]
  const grouped = Map.groupBy(taxes, (tax) => JSON.stringify(toTaxCategory(tax)))
  return [...grouped.values()].flatMap((group): TaxGroup[] => {
    const [first] = group
    if (first === undefined) return []
    const category = toTaxCategory(first)
    const hasReason = category.code === 'E' || category.code === 'AE'
    const reasons = group.map(({ name, reason }) => (reason ?? name).trim()).filter((text) => text !== '')
    const reason = [...new Set(reasons)].join('; ') || 'No tax'
    return [
      { ...category, base: sumAmounts(group.map(({ base }) => base)), tax: sumAmounts(group.map(({ tax }) => tax)), reason: hasReason ? reason : undefined },
    ]
  })
}

/** Of a shop that charges no taxes. */
const toUntaxed = (lines: readonly InvoiceLine[]): InvoiceTax => ({
  name: 'No tax',
  percent: 0,
  category: 'none',
  base: sumAmounts(lines.map(({ net }) => net)),
  tax: 0,
})

type Document = Invoice['ubl:Invoice']
type Currency = Document['cbc:DocumentCurrencyCode']
type Line = Document['cac:InvoiceLine'][number]

/** The library's own document: the business terms of EN 16931 by their names in UBL. */
export function invoiceToLibrary(document: IssuedDocument): Invoice {
  const { kind, number, issuedAt, suppliedAt, dueAt, seller, buyer, total, tax, net, paid, iban, corrected, timeZone } = document
  const toDay = (instant: string): string => localDay(instant, timeZone)
  const money = createMoney(seller.currency)
  const isCredit = kind === 'credit-note'
  const { lines, discounts } = splitLines(document.lines)
  const payable = sumAmounts([total, -paid])
  const note = toXmlText(document.note)
  return {
    'ubl:Invoice': {
      'cbc:ID': number,
      'cbc:IssueDate': toDay(issuedAt),
      // Where something is due, a date or terms say when (BR-CO-25). Without an agreed day it is due at once.
      ...(!isCredit && { 'cbc:DueDate': toDay(dueAt ?? issuedAt) }),
      'cbc:InvoiceTypeCode': isCredit ? '381' : '380',
      ...(note !== undefined && { 'cbc:Note': [note] }),
      'cbc:DocumentCurrencyCode': toCurrency(seller.currency),
      ...(corrected !== null && {
        'cac:BillingReference': [{ 'cac:InvoiceDocumentReference': { 'cbc:ID': corrected.number, 'cbc:IssueDate': toDay(corrected.issuedAt) } }],
      }),
      'cac:AccountingSupplierParty': { 'cac:Party': toSeller(seller) },
      'cac:AccountingCustomerParty': { 'cac:Party': toBuyer(buyer) },
      // Without a day of supply the library leaves out an element that CII needs.
      'cac:Delivery': { 'cbc:ActualDeliveryDate': toDay(suppliedAt ?? issuedAt) },
      ...(!isCredit && iban !== null && payable > 0 && { 'cac:PaymentMeans': [toTransfer(seller.currency, number, iban)] }),
      ...(corrected !== null && { 'cac:PaymentTerms': { 'cbc:Note': `Credit for invoice ${corrected.number}` } }),
      ...(discounts.length > 0 && {
        'cac:AllowanceCharge': discounts.map((line) => ({
          'cbc:ChargeIndicator': 'false',
          'cbc:AllowanceChargeReason': toXmlText(line.description) ?? 'Discount',
          ...money('cbc:Amount', -line.net),
          'cac:TaxCategory': toCategory(toTaxCategory(line)),
        })),
      }),
      'cac:TaxTotal': [
        {
          ...money('cbc:TaxAmount', tax),
          'cac:TaxSubtotal': toTaxGroups(document).map((group) => ({
            ...money('cbc:TaxableAmount', group.base),
            ...money('cbc:TaxAmount', group.tax),
            'cac:TaxCategory': {
              ...toCategory(group),
              ...(group.code === 'AE' && { 'cbc:TaxExemptionReasonCode': 'VATEX-EU-AE' }),
              ...(group.reason !== undefined && { 'cbc:TaxExemptionReason': group.reason }),
            },
          })),
        },
      ],
      'cac:LegalMonetaryTotal': {
        ...money('cbc:LineExtensionAmount', sumAmounts(lines.map((line) => line.net))),
        ...money('cbc:TaxExclusiveAmount', net),
        ...money('cbc:TaxInclusiveAmount', total),
        ...(discounts.length > 0 && money('cbc:AllowanceTotalAmount', sumAmounts(discounts.map((line) => -line.net)))),
        ...(paid > 0 && money('cbc:PrepaidAmount', paid)),
        ...money('cbc:PayableAmount', payable),
      },
      'cac:InvoiceLine': toLines(lines, document),
    },
  }
}

/** A discount is an allowance of the document. A document of nothing else has lines all the same (BR-16). */
function splitLines(all: readonly InvoiceLine[]): { lines: readonly InvoiceLine[]; discounts: readonly InvoiceLine[] } {
  const lines = all.filter(({ kind }) => kind !== 'discount')
  return lines.length === 0 ? { lines: all, discounts: [] } : { lines, discounts: all.filter(({ kind }) => kind === 'discount') }
}

function toLines([first, ...more]: readonly InvoiceLine[], document: IssuedDocument): Document['cac:InvoiceLine'] {
  if (first === undefined) throw new RangeError(`Document ${document.number} has no lines`)
  return [toLine(first, document), ...more.map((line) => toLine(line, document))]
}

/** What was taken in has a negative quantity: a price is never negative (BR-27). */
function toLine(line: InvoiceLine, { seller }: IssuedDocument): Line {
  const money = createMoney(seller.currency)
  const { price, per } = toNetPrice(line, seller)
  return {
    'cbc:ID': line.id,
    'cbc:InvoicedQuantity': String(line.net < 0 ? -line.quantity : line.quantity),
    'cbc:InvoicedQuantity@unitCode': piece,
    ...money('cbc:LineExtensionAmount', line.net),
    'cac:Item': { 'cbc:Name': toXmlText(line.description) ?? line.kind, 'cac:ClassifiedTaxCategory': toCategory(toTaxCategory(line)) },
    'cac:Price': {
      ...money('cbc:PriceAmount', price),
      ...(per !== 1 && { 'cbc:BaseQuantity': String(per), 'cbc:BaseQuantity@unitCode': piece }),
    },
  }
}

const piece = 'C62'

/** Quantity × price is the net of the line to the cent: where no price of one does it, `price` is that of the whole quantity. */
function toNetPrice({ quantity, unitPrice, net }: InvoiceLine, { taxMode, currency }: IssuedDocument['seller']): { price: number; per: number } {
  const unitCents = currencyToUnitCents(currency)
  const size = Math.abs(net)
  const share = divideHalfUp(BigInt(amountToCents(size)) * 1000n, BigInt(quantityToThousandths(quantity)) * BigInt(unitCents))
  const price = taxMode === 'inclusive' ? centsToAmount(Number(share) * unitCents) : Math.abs(unitPrice)
  return toLineTotal({ quantity, unitPrice: price }, unitCents) === size ? { price, per: 1 } : { price: size, per: quantity }
}

function toTransfer(currency: string, number: string, iban: string): NonNullable<Document['cac:PaymentMeans']>[number] {
  return { 'cbc:PaymentMeansCode': currency === 'EUR' ? '58' : '30', 'cbc:PaymentID': number, 'cac:PayeeFinancialAccount': { 'cbc:ID': iban } }
}

type Category = { 'cbc:ID': TaxCategory['code']; 'cbc:Percent': string; 'cac:TaxScheme': { 'cbc:ID': 'VAT' } }

const toCategory = ({ code, percent }: TaxCategory): Category => ({ 'cbc:ID': code, 'cbc:Percent': String(percent), 'cac:TaxScheme': { 'cbc:ID': 'VAT' } })

/** Safe: the library checks the code against its list. */
const toCurrency = (currency: string): Currency => currency as Currency

type Money<Name extends string> = Record<Name, string> & Record<`${Name}@currencyID`, Currency>

/** An element with its amount and currency. Yen have no decimals. */
const createMoney =
  (code: string) =>
  <Name extends string>(name: Name, amount: number): Money<Name> => {
    const digits = currencyToUnitCents(code) === 1 || !Number.isInteger(amount) ? 2 : 0
    const element: Record<string, string> = { [name]: (amount + 0).toFixed(digits), [`${name}@currencyID`]: toCurrency(code) }
    return element as Money<Name>
  }
