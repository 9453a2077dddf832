/** The list of customers. */
export const customers = {
  title: 'Customers',
  // After a number: 12 customers.
  count: 'customers',
  altPhone: 'Alt Phone',
  add: 'Add New Customer',
  searchLabel: 'Search customers by name, phone or email',
  searchHint: 'Name, phone or email',
  // When the customer was created.
  created: 'Created',
  duplicates: 'Likely duplicates',
  loading: 'Loading customers...',
  notFound: 'No customers found',
  noneText: 'Everyone whose device you take in is kept here, with their devices and repairs.',
  clearFilters: 'Clear Filters',
  // A button that adds a customer with the text of the search.
  addTyped: 'Add “{text}”',
  addFirst: 'Add the first customer',
}
