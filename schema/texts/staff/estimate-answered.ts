/** Told at once when a customer answers an estimate by its link. */
export const estimateAnswered = {
  // `order`: its ticket; `name`: who answered.
  approved: '{order}: {name} approved the estimate',
  declined: '{order}: {name} declined the estimate',
  // In place of a name.
  theCustomer: 'The customer',
  // In place of a ticket.
  anOrder: 'An order',
  // Other customers who answered.
  more: '{count} more answered meanwhile.',
}
