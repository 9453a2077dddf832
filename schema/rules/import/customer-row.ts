import { customers } from '../../collections/work/customers.ts'
import { foldText } from '../../values/customer-match.ts'
import { readDate } from './read-cells.ts'
import { type ReadPhone, readPhone } from './read-phones.ts'
import { type Read, type ReadingRules, type RowCells, toCustomerName } from './row-cells.ts'
import { filledOnly, findValueIssues, type Values } from './shape-issues.ts'

export type CustomerRow = {
  /** Equal keys are the same customer, even if a file is imported twice. */
  key: string
  name: string
  phone: ReadPhone | null
  email: string | null
  values: Values
  createdAt: string | null
}

/** An invalid phone refuses the line with its text, so that the number is not lost silently. */
export function readCustomerRow(cellOf: RowCells, { dateOrder, countryCode }: ReadingRules): Read<CustomerRow> {
  const reasons: string[] = []
  const phoneOf = (field: string, label: string): ReadPhone | null => {
    const text = cellOf(field)
    const phone = text === '' ? null : readPhone(text, countryCode)
    if (text !== '' && phone === null) reasons.push(`${label} is not a phone number: ${text}`)
    return phone
  }
  const phone = phoneOf('phone', 'Phone')
  const alternate = phoneOf('alternatePhone', 'Alternate phone')
  const created = cellOf('createdAt')
  const createdAt = created === '' ? null : readDate(created, dateOrder)
  if (created !== '' && createdAt === null) reasons.push(`Created is not a date: ${created}`)
  const name = toCustomerName(cellOf)
  const email = cellOf('email').toLowerCase()
  const place = [cellOf('address'), cellOf('address2'), [cellOf('zip'), cellOf('city')].filter(Boolean).join(' '), cellOf('state')].filter(Boolean).join(', ')
  // A single number becomes the main one, whichever column it came from.
  const [main, other] = phone === null ? [alternate, null] : [phone, alternate]
  const values = filledOnly({
    name,
    countryCode: main?.countryCode,
    phone: main?.phone,
    alternateCountryCode: other?.countryCode,
    alternatePhone: other?.phone,
    email,
    customerNotes: [cellOf('notes'), place].filter(Boolean).join('\n'),
  })
  reasons.push(...findValueIssues(customers, values))
  if (reasons.length > 0) return { refusal: reasons.join('; ') }
  const key = customerKey({ name, phone: main, email }, cellOf('externalId'))
  return { row: { key, name, phone: main, email: email || null, values, createdAt } }
}

export const customerKey = ({ name, phone, email }: { name: string; phone: ReadPhone | null; email: string | null }, externalId = ''): string =>
  JSON.stringify(['customer', externalId, foldText(name), phone?.countryCode ?? '', phone?.phone ?? '', email ?? ''])
