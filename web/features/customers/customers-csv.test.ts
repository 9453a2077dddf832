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
  }
  const customer: Customer = { ...base, ...flags, name: '=cmd()', countryCode: '+1', phone: '5550102000', email: 'a@example.org' }
  const { header, rows } = toCustomersTable([{ customer }])
  expect(toCsv([header, ...rows])).toBe("\uFEFFName,Phone,Alt Phone,Email\r\n'=cmd(),'+1 555-010-2000,,a@example.org\r\n")
})
