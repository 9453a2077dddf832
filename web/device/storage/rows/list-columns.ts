import type { CollectionName } from '#schema/collections/index.ts'
import { foldText } from '#schema/values/customer-match.ts'
import { toPhoneLines } from '#schema/rules/customers/customer-search.ts'
import type { ColumnsRule } from '../packed/columns/column-sheet.ts'

type Plain = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A search may begin with the country code or with the number: both stand in one run of digits. */
const numberOf = (countryCode: unknown, phone: string): string | null => (phone === '' ? null : `${textOf(countryCode)}${phone}`)

/** The flags in front of the item, and a quote in words; amounts are left to their columns. */
function toMarks(row: Plain): string {
  const quote = textOf(row['quotedCost'])
  const words = /\p{L}/u.test(quote) ? foldText(quote) : ''
  return [row['priority'] === true ? 'priority' : '', row['repeat'] === true ? 'repeat' : '', words].filter((mark) => mark !== '').join(' ')
}

/**
 * What the list of orders searches: folded, one line each, the item, the issue, and marks. No word of a search runs over the end of a line.
 * `itemLength`: how much of it is the item.
 */
export function toOrderText(row: Plain): { text: string; itemLength: number } {
  const item = foldText(String(row['itemDetails']))
  // Joined and not added up, so that no parts of the text stay behind it.
  return { text: [item, foldText(String(row['issueDescription'])), toMarks(row)].join('\n'), itemLength: item.length }
}

/** What the list of customers searches, folded. `phones`: digits of both, each with and without its country code, one number a line. */
export function toCustomerTexts(row: Plain): { name: string; email: string; phones: string } {
  const numbers = [numberOf(row['countryCode'], textOf(row['phone'])), numberOf(row['alternateCountryCode'], textOf(row['alternatePhone']))]
  return {
    // Nobody looks for somebody who was erased, and no new order is for them.
    name: textOf(row['erasedAt']) === '' ? foldText(String(row['name'])) : '',
    email: foldText(textOf(row['email'])),
    phones: toPhoneLines(numbers),
  }
}

/** Phones by which somebody who calls is found. An unconfirmed one out of a registration names nobody before staff confirmed it. */
export function toMatchedPhones(row: Plain): { phone: string | null; alternatePhone: string | null } {
  const alternatePhone = row['alternatePhoneUnconfirmed'] === true ? '' : textOf(row['alternatePhone'])
  return { phone: textOf(row['phone']) || null, alternatePhone: alternatePhone || null }
}

/** `revision`: to be raised with every change of what is made of a row, `foldText` included. */
const orders: ColumnsRule = {
  revision: 1,
  kinds: { text: 'text', itemLength: 'number', createdAt: 'text', status: 'shared', assignee: 'shared', customer: 'shared' },
  toValues(row) {
    const { text, itemLength } = toOrderText(row)
    const assignee = row['assignedEmployeeId']
    return [
      text,
      itemLength,
      String(row['createdAt']),
      String(row['orderStatusId']),
      typeof assignee === 'string' ? assignee : null,
      String(row['customerId']),
    ]
  },
}

const customers: ColumnsRule = {
  revision: 1,
  kinds: { name: 'text', email: 'text', phones: 'text', phone: 'text', alternatePhone: 'text', createdAt: 'text' },
  toValues(row) {
    const { name, email, phones } = toCustomerTexts(row)
    const { phone, alternatePhone } = toMatchedPhones(row)
    return [name, email, phones, phone ?? '', alternatePhone ?? '', String(row['createdAt'])]
  },
}

export const listColumns: Partial<Record<CollectionName, ColumnsRule>> = { orders, customers }
