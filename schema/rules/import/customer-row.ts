import { customers } from '../../collections/work/customers.ts'
import { foldText } from '../../values/customer-match.ts'
import type { ReadPhone } from './read-phones.ts'
import type { Read, RowCells } from './row-cells.ts'
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

export function readCustomerRow(cells: RowCells): Read<CustomerRow> {
  const { main, other } = cells.toPhones('phone', 'alternatePhone')
  const email = cells.read<'email'>('email')
  const { name, company } = cells.toCustomerName(main, email)
  const createdAt = cells.read<'date'>('createdAt')
  const externalId = cells.text('externalId')
  const noMessages = cells.read<'yes-or-no'>('noMessages') === true || cells.read<'yes-or-no'>('messagesAllowed') === false
  const taxExempt = cells.read<'yes-or-no'>('taxExempt') === true
  const values = filledOnly({
    name,
    countryCode: main?.countryCode,
    phone: main?.phone,
    ...(main === null && { noPhone: true }),
    alternateCountryCode: other?.countryCode,
    alternatePhone: other?.phone,
    email,
    ...(noMessages && { noMessages }),
    company,
    street: toStreet(cells),
    postalCode: cells.text('zip'),
    city: cells.text('city'),
    region: cells.text('state'),
    country: cells.read<'country'>('country'),
    taxId: cells.text('taxId'),
    ...(taxExempt && { taxExempt }),
    taxExemptReason: cells.text('taxExemptReason'),
    language: cells.read<'language'>('language'),
    customerNotes: cells.toNotes([cells.text('notes')]),
  })
  const issues = findValueIssues(customers, values)
  if (issues.length > 0) return { refusal: issues.join('; ') }
  const key = customerKey({ name, phone: main, email }, externalId)
  return { row: { key, name, phone: main, email, values, createdAt }, warnings: cells.warnings }
}

/** Both lines, or the first with the second in the notes. */
function toStreet(cells: RowCells): string {
  const [first, second] = [cells.text('address'), cells.text('address2')]
  const street = [first, second].filter(Boolean).join(', ')
  if (street.length <= customers.fields.street.maxLength) return street
  cells.keep('address2', second)
  return first
}

export const customerKey = ({ name, phone, email }: { name: string; phone: ReadPhone | null; email: string | null }, externalId = ''): string =>
  JSON.stringify(['customer', externalId, foldText(name), phone?.countryCode ?? '', phone?.phone ?? '', email ?? ''])
