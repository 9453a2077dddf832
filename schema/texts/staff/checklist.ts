/** What to ask and to do when a device is dropped off, and what follows a new order. */
export const checklist = {
  saveFailed: 'Failed to save selections',
  saveOfOrderFailed: 'Failed to save checklist selections',
  title: 'Drop off Checklist',
  // A button that closes.
  done: 'Done',
  newOrder: 'New order',
  // `tickets`: numbers of other orders of the same visit.
  with: 'With {tickets}',
  printLabel: 'Print label',
  printReceipt: 'Print receipt',
  // For all orders of the visit together.
  printOneReceipt: 'Print one receipt',
  anotherDevice: 'Another device of {customer}',
  noItems: 'No checklist items available for this shop.',
  noItemsSet: 'No checklist items configured for this shop',
  // `ticked` of `all` items are ticked.
  count: '{ticked} of {all} items selected',
}
