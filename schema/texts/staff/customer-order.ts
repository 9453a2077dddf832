/** The form that makes a customer, an order and its device at once. */
export const customerOrder = {
  created: 'Customer and order created successfully!',
  failed: 'Failed to create customer and order',
  title: 'Create Customer + Order',
  save: 'Save Customer + Order',
  saving: 'Creating...',
  // Heading above customers with the typed phone number.
  matching: 'Matching Customers:',
}
