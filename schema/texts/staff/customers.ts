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
  clearFilters: 'Clear Filters',
  // A button that adds a customer with the text of the search.
  addTyped: 'Add “{text}”',
  addFirst: 'Add the first customer',
}
