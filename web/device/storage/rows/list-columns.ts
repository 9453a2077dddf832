import type { CollectionName } from '#schema/collections/index.ts'
import { foldText } from '#schema/values/customer-match.ts'
import { toFormerNumbers } from '#schema/rules/orders/ticket.ts'
import { paymentToCents } from '#schema/rules/money/balance.ts'
import { quoteToCents } from '#schema/rules/money/price.ts'
import { toCode } from '#schema/rules/find/code.ts'
import { toFurtherTexts, toPhoneLines } from '#schema/rules/customers/customer-search.ts'
import { keyToRef, type RowKey } from '../../rows/rows.ts'
import { type ColumnSheet, type ColumnsRule, textAt, type TextColumn } from '../packed/columns/column-sheet.ts'

type Plain = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Flags shown before the item, and a quote in words; amounts have a column of their own. */
function toMarks(row: Plain): string {
  const quote = textOf(row['quotedCost'])
  const words = /\p{L}/u.test(quote) ? foldText(quote) : ''
  return [row['priority'] === true ? 'priority' : '', row['repeat'] === true ? 'repeat' : '', words].filter((mark) => mark !== '').join(' ')
}

/** All present and former numbers of an order, for exact search. */
function toNumberMarks({ number, formerNumbers }: Plain): string {
  const former = toFormerNumbers(textOf(formerNumbers))
  return [...(typeof number === 'number' ? [number] : []), ...former].map(toNumberMark).join('')
}

/** Uses control characters, which no search text contains and which take one byte each. */
export const toNumberMark = (number: number): string => `\u001f${String(number).replaceAll(/\d/g, (digit) => String.fromCharCode(0x10 + Number(digit)))}\u001f`

/** The digits of an order's present number, from its searched text. */
export function readNumberMark(text: string): string | undefined {
  const start = text.indexOf('\u001f') + 1
  if (start === 0) return undefined
  return Array.from(text.slice(start, text.indexOf('\u001f', start)), (sign) => String(sign.charCodeAt(0) - 0x10)).join('')
}

/**
 * Searched text of an order: item, issue, marks and numbers, folded, one per line; no search word spans two lines.
 * `itemLength`: length of the item.
 */
export function toOrderText(row: Plain): { text: string; itemLength: number } {
  const item = foldText(String(row['itemDetails']))
  // `join` instead of `+`: a concatenated string would keep its parts in memory.
  return { text: [item, foldText(String(row['issueDescription'])), toMarks(row), toNumberMarks(row)].join('\n'), itemLength: item.length }
}

/** Further texts that find an order, folded: additional requests and notes. */
export const toOrderNotes = (row: Plain): string =>
  [row['additionalRequests'], row['orderNotes']]
    .map((note) => foldText(textOf(note)))
    .filter((note) => note !== '')
    .join('\n')

/** Texts that find a customer's device, folded. `codes`: serial number and IMEI without separators, one per line. */
export const toAssetTexts = (row: Plain): { text: string; codes: string } => ({
  text: [row['brand'], row['model'], row['serial'], row['imei']].map((value) => foldText(textOf(value))).join('\n'),
  codes: toCodeLines([row['serial'], row['imei']]),
})

/** Texts that find a product, folded. */
export const toProductTexts = (row: Plain): { text: string; codes: string } => ({
  text: [row['name'], row['sku'], row['barcode'], row['supplierSku']]
    .map((value) => foldText(textOf(value)))
    .filter((text) => text !== '')
    .join('\n'),
  codes: toCodeLines([row['sku'], ...textOf(row['barcode']).split(' '), row['supplierSku']]),
})

const toCodeLines = (values: readonly unknown[]): string =>
  values
    .map((value) => toCode(textOf(value)))
    .filter((code) => code !== '')
    .join('\n')

/** Texts that find a customer, folded. `further`: e-mail address, company, city and tax ID, one per line; `phones`: digits of both phones in the spellings that find them, one per line. */
export function toCustomerTexts(row: Plain): { name: string; further: string; phones: string } {
  const [countryCode, phone] = [textOf(row['countryCode']), textOf(row['phone'])]
  const [alternateCountryCode, alternatePhone] = [textOf(row['alternateCountryCode']), textOf(row['alternatePhone'])]
  return {
    // Erased customers cannot be found or chosen.
    name: textOf(row['erasedAt']) === '' ? foldText(String(row['name'])) : '',
    further: toFurtherTexts([row['email'], row['company'], row['city'], row['taxId']].map(textOf)),
    phones: toPhoneLines({ countryCode, phone, alternateCountryCode, alternatePhone }),
  }
}

/** Phones that identify a caller. One from a registration counts only after staff confirmed it. */
export function toMatchedPhones(row: Plain): { phone: string | null; alternatePhone: string | null } {
  const alternatePhone = row['alternatePhoneUnconfirmed'] === true ? '' : textOf(row['alternatePhone'])
  return { phone: textOf(row['phone']) || null, alternatePhone: alternatePhone || null }
}

/** The sort key without the row's id at its end, which the primary key holds already. */
const toSortPrefix = (row: Plain): string => String(row['sortKey']).slice(0, -String(row['id']).length)

type ListedRow = { id: string; sortKey: string }

/** Id and sort key of a row in a sheet with a `sortPrefix` column. */
export function readListed(sheet: ColumnSheet, sortPrefixes: TextColumn, place: number): ListedRow {
  const { id } = keyToRef(sheet.primaryAt(place) as RowKey)
  return { id, sortKey: `${textAt(sortPrefixes, place)}${id}` }
}

/** The quote in cents; NaN if it is no amount, or the total of the lines. */
export const toQuoteNumber = (row: Plain): number => (row['quoteFromLines'] === true ? Number.NaN : (quoteToCents(textOrNull(row['quotedCost'])) ?? Number.NaN))

/** Epoch milliseconds of the last status change; NaN if unknown. */
export const toStatusSince = (row: Plain): number => Date.parse(textOf(row['statusChangedAt']))

/** Raise `revision` with every change of the values made from a row, `foldText` included. */
const orders: ColumnsRule = {
  revision: 6,
  kinds: {
    sortPrefix: 'text',
    text: 'text',
    itemLength: 'number',
    createdAt: 'text',
    status: 'shared',
    assignee: 'shared',
    customer: 'shared',
    quote: 'number',
    asset: 'shared',
    notes: 'text',
    statusSince: 'number',
  },
  toValues(row) {
    const { text, itemLength } = toOrderText(row)
    return [
      toSortPrefix(row),
      text,
      itemLength,
      String(row['createdAt']),
      String(row['orderStatusId']),
      textOrNull(row['assignedEmployeeId']),
      String(row['customerId']),
      toQuoteNumber(row),
      textOrNull(row['assetId']),
      toOrderNotes(row),
      toStatusSince(row),
    ]
  },
}

const customers: ColumnsRule = {
  revision: 5,
  kinds: { sortPrefix: 'text', name: 'text', further: 'text', phones: 'text', phone: 'text', alternatePhone: 'text', createdAt: 'text', taxExempt: 'number' },
  toValues(row) {
    const { name, further, phones } = toCustomerTexts(row)
    const { phone, alternatePhone } = toMatchedPhones(row)
    return [toSortPrefix(row), name, further, phones, phone ?? '', alternatePhone ?? '', String(row['createdAt']), Number(row['taxExempt'] === true)]
  },
}

const tasks: ColumnsRule = {
  revision: 2,
  kinds: { sortPrefix: 'text', text: 'text', completed: 'number', dueTimestamp: 'shared', createdAt: 'text', assignee: 'shared', order: 'shared' },
  toValues: (row) => [
    toSortPrefix(row),
    foldText(textOf(row['description'])),
    Number(row['completed'] === true),
    textOrNull(row['dueTimestamp']),
    String(row['createdAt']),
    textOrNull(row['assignedEmployeeId']),
    textOrNull(row['orderId']),
  ],
}

/** Payment amounts per order, in cents. */
const payments: ColumnsRule = {
  revision: 1,
  kinds: { order: 'text', cents: 'number' },
  toValues: (row) => [String(row['orderId']), toPaidCents(row)],
}

/** What the price of an order needs of its lines. */
const orderLines: ColumnsRule = {
  revision: 2,
  kinds: {
    order: 'text',
    kind: 'shared',
    quantity: 'number',
    unitPrice: 'number',
    included: 'number',
    percent: 'number',
    taxRate: 'shared',
    product: 'shared',
    createdAt: 'text',
  },
  toValues: (row) => [
    String(row['orderId']),
    textOrNull(row['kind']),
    Number(row['quantity']),
    Number(row['unitPrice']),
    Number(row['included'] === true),
    typeof row['percent'] === 'number' ? row['percent'] : Number.NaN,
    textOrNull(row['taxRateId']),
    textOrNull(row['productId']),
    String(row['createdAt']),
  ],
}

export const toPaidCents = (row: Plain): number => paymentToCents({ paymentAmount: Number(row['paymentAmount']), kind: row['kind'] })

/** Only the global search reads the columns of devices and products, so they need no sort prefix. */
const assets: ColumnsRule = {
  revision: 2,
  kinds: { text: 'text', codes: 'text', customer: 'shared' },
  toValues(row) {
    const { text, codes } = toAssetTexts(row)
    return [text, codes, String(row['customerId'])]
  },
}

const products: ColumnsRule = {
  revision: 3,
  kinds: { text: 'text', codes: 'text', archived: 'number' },
  toValues(row) {
    const { text, codes } = toProductTexts(row)
    return [text, codes, Number(row['archived'] === true)]
  },
}

export const listColumns: Partial<Record<CollectionName, ColumnsRule>> = { orders, customers, tasks, payments, order_lines: orderLines, assets, products }
