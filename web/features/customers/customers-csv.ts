import { customers } from '#schema/collections/work/customers.ts'
import { addressFields } from '#schema/rules/customers/address-lines.ts'
import { formatPhone } from '#schema/values/phone.ts'
import type { CustomerListRow } from '#web/device/lists/list-queries.ts'
import type { CsvTable } from '#web/list-kit/csv-button.tsx'

const toPhone = (countryCode: string | null, phone: string | null): string => [countryCode, formatPhone(countryCode, phone)].filter(Boolean).join(' ')

const furtherFields = ['company', ...addressFields, 'taxId', 'language'] as const

/** Company, address, tax ID and language have columns where one of the customers has one. */
export function toCustomersTable(rows: readonly Pick<CustomerListRow, 'customer'>[]): CsvTable {
  const further = furtherFields.filter((field) => rows.some(({ customer }) => customer[field] !== null))
  return {
    header: ['Name', 'Phone', 'Alt Phone', 'Email', ...further.map((field) => customers.fields[field].label)],
    rows: rows.map(({ customer }) => {
      const { name, countryCode, phone, alternateCountryCode, alternatePhone, email } = customer
      return [
        name,
        phone === null ? '' : toPhone(countryCode, phone),
        alternatePhone === null ? '' : toPhone(alternateCountryCode, alternatePhone),
        email,
        ...further.map((field) => customer[field]),
      ]
    }),
  }
}
