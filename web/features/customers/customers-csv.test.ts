import { expect, test } from 'vitest'
import { toCsv } from '#schema/rules/money/csv.ts'
import type { Customer } from '#schema/collections/work/customers.ts'
import { toCustomersTable } from './customers-csv.ts'

test('customers are saved as the list shows them, and none of them runs in a spreadsheet (CSV-02)', () => {
  const flags = { phoneUnconfirmed: false, alternatePhoneUnconfirmed: false, emailUnconfirmed: false, hasAccessCode: false, erasedAt: null }
  const base = {
    id: 'a',
    shopId: 's',
    createdAt: '',
    updatedAt: '',
    seq: 1,
    customerNotes: 'not in the list',
    alternateCountryCode: null,
    alternatePhone: null,
    strangers: null,
    noMessages: false,
    noPhone: false,
    company: null,
    street: null,
    postalCode: null,
    city: null,
    region: null,
    country: null,
    taxId: null,
    language: null,
    taxExempt: false,
    taxExemptReason: null,
  }
  const customer: Customer = { ...base, ...flags, name: '=cmd()', countryCode: '+1', phone: '5550102000', email: 'a@example.org' }
  const { header, rows } = toCustomersTable([{ customer }])
  expect(toCsv([header, ...rows])).toBe("\uFEFFName,Phone,Alt Phone,Email\r\n'=cmd(),'+1 555-010-2000,,a@example.org\r\n")
  const firm = toCustomersTable([{ customer }, { customer: { ...customer, company: 'Quay', postalCode: '04001', region: 'ME', taxId: '=X' } }])
  expect(toCsv([firm.header, ...firm.rows.slice(1)])).toBe(
    "\uFEFFName,Phone,Alt Phone,Email,Company,Postal code,State or region,Tax ID\r\n'=cmd(),'+1 555-010-2000,,a@example.org,Quay,04001,ME,'=X\r\n",
  )
})
