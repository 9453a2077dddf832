/** Changes of many orders at once, and their export. */
export const orderBulk = {
  // Of a change of many orders at once. `setBack`: each has its former value again. `restored`: brought back after it was deleted.
  done: {
    updated: '{count, plural, one {# order updated} other {# orders updated}}',
    deleted: '{count, plural, one {# order deleted} other {# orders deleted}}',
    setBack: '{count, plural, one {# order set back} other {# orders set back}}',
    restored: '{count, plural, one {# order restored} other {# orders restored}}',
  },
  notDone: {
    updated: '{count, plural, one {# order not updated} other {# orders not updated}}',
    deleted: '{count, plural, one {# order not deleted} other {# orders not deleted}}',
    setBack: '{count, plural, one {# order not set back} other {# orders not set back}}',
    restored: '{count, plural, one {# order not restored} other {# orders not restored}}',
  },
  going: {
    updated: 'Updating {count, plural, one {# order} other {# orders}}',
    deleted: 'Deleting {count, plural, one {# order} other {# orders}}',
    setBack: 'Setting back {count, plural, one {# order} other {# orders}}',
    restored: 'Restoring {count, plural, one {# order} other {# orders}}',
  },
  // Orders that had the value before, or that were deleted before.
  wereSo: '{count, plural, one {# order was so already} other {# orders were so already}}',
  wereGone: '{count, plural, one {# order was gone already} other {# orders were gone already}}',
  // `done`: such as "12 orders updated".
  andWereSo: '{done}, {count, plural, one {# was so already} other {# were so already}}',
  andWereGone: '{done}, {count, plural, one {# was gone already} other {# were gone already}}',
  // A button: takes back what was done to some of the orders.
  undoThe: {
    updated: 'Undo the {count} updated',
    deleted: 'Undo the {count} deleted',
  },
  progress: 'Progress',
  triedOf: '{tried} of {total}',
  cancelHint: 'Finished changes stay when you cancel; you can undo them afterwards.',
  leftCancelled: '{count, plural, one {# order was not tried, because you cancelled.} other {# orders were not tried, because you cancelled.}}',
  // `trouble`: why it ended.
  leftTrouble: '{count, plural, one {# order was not tried} other {# orders were not tried}}: {trouble}',
  stillSelected: 'The remaining orders are still selected.',
  moreStay: 'And {count, plural, one {# order} other {# orders}} more, which stay selected.',
  orderGone: 'An order that is no longer here',
  changedSince: 'Somebody has changed it since. It is left as it is.',
  priorityOn: 'Priority: on',
  priorityOff: 'Priority: off',
  // Questions, answered with yes or no.
  ask: {
    updated: 'Update {count, plural, one {# order} other {# orders}}?',
    deleted: 'Delete {count, plural, one {# order} other {# orders}}?',
  },
  deleteHint: 'All that belongs to them goes along. They can be brought back for {days} days from Recently deleted.',
  notAllChanged: 'The orders could not all be changed',
  selectAllFailed: 'Failed to select all orders',
  selectedOrders: 'Selected orders',
  // How many orders.
  selected: '{count} selected',
  selectFound: 'Select all {count} found',
  clearSelection: 'Clear the selection',
  priority: 'Priority',
  noPriority: 'No priority',
  csv: 'CSV',
  // In the name of a file, where the shop has no name.
  shop: 'Shop',
  exported: 'Export Successful',
  inFile: '{count, plural, one {# order} other {# orders}} in the file.',
  exportFailed: 'Export Failed',
  exportFailedText: 'The orders could not be written. Please try again.',
  closedDeleting: 'The page was closed while {count, plural, one {# order} other {# orders}} were being deleted. {done} are done, {left} are not.',
  // `change`: such as "Status: Fixed".
  closedUpdating: 'The page was closed while {count, plural, one {# order} other {# orders}} were being updated ({change}). {done} are done, {left} are not.',
  selectRest: 'Select what is not done',
  // A button: the note goes away.
  dismiss: 'Dismiss',
}
