// Made by `npm run texts` from schema/texts.
import type { CustomersTexts } from './customers-type.ts'


export const texts = {
  title: () => "Customers",
  count: () => "customers",
  altPhone: () => "Alt Phone",
  add: () => "Add New Customer",
  searchLabel: () => "Search customers by name, phone or email",
  searchHint: () => "Name, phone or email",
  created: () => "Created",
  duplicates: () => "Likely duplicates",
  loading: () => "Loading customers...",
  notFound: () => "No customers found",
  clearFilters: () => "Clear Filters",
  addTyped: (d) => "Add “" + d.text + "”",
  addFirst: () => "Add the first customer"
} as CustomersTexts
