import { formatPhone } from '#schema/values/phone.ts'
import type { CustomerListRow } from '#web/device/lists/list-queries.ts'
import type { CsvTable } from '#web/list-kit/csv-button.tsx'

const toPhone = (countryCode: string | null, phone: string | null): string => [countryCode, formatPhone(countryCode, phone)].filter(Boolean).join(' ')

export const toCustomersTable = (rows: readonly Pick<CustomerListRow, 'customer'>[]): CsvTable => ({
  header: ['Name', 'Phone', 'Alt Phone', 'Email'],
  rows: rows.map(({ customer: { name, countryCode, phone, alternateCountryCode, alternatePhone, email } }) => [
    name,
    phone === null ? '' : toPhone(countryCode, phone),
    alternatePhone === null ? '' : toPhone(alternateCountryCode, alternatePhone),
    email,
  ]),
})
