import type { Supplier } from '#schema/collections/stock/suppliers.ts'
import { formatPhone } from '#schema/values/phone.ts'
import type { CsvTable } from '#web/list-kit/csv-button.tsx'

export const suppliersToTable = (suppliers: readonly Supplier[]): CsvTable => ({
  header: ['Supplier', 'Contact', 'Email', 'Phone', 'Address', 'Notes'],
  rows: suppliers
    .toSorted((one, other) => one.supplierName.localeCompare(other.supplierName))
    .map(({ supplierName, contactName, email, countryCode, phone, address, notes }) => [
      supplierName,
      contactName,
      email,
      phone === null ? '' : [countryCode, formatPhone(countryCode, phone)].filter(Boolean).join(' '),
      address,
      notes,
    ]),
})
