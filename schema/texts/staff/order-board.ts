/** The board of orders, with a column for each status, and the page of a ticket number. */
export const orderBoard = {
  notMoved: 'Order not moved',
  deletedMeanwhile: 'It was deleted meanwhile.',
  // For screen readers, as an order is carried over the columns of the board.
  cardOver: '{order} over {status}, {count, plural, one {# order} other {# orders}}.',
  takenUp: '{order} taken up from {status}.',
  takenUpByKey: '{order} taken up from {status}. Left and right choose a status, Space puts it down, Escape puts it back.',
  board: 'Board of orders',
  keys: 'Space takes the order up to move it to another status. Shift with F10 opens its actions.',
  // Names a column of the board.
  column: '{status}, {count, plural, one {# order} other {# orders}}',
  // A column of the board: wide, or a narrow strip.
  unfold: 'Open {status}',
  fold: 'Fold {status}',
  noOrders: 'No orders',
  // Above statuses.
  moveTo: 'Move to',
  // The page of a number that was scanned or typed.
  ticket: {
    find: 'Find a ticket',
    none: 'No order with the ticket {ticket}',
    coming: 'The orders of this shop are still coming to this device. This page opens the order as soon as it is here.',
    why: 'It may have been deleted, or made on a device that has not sent it yet. Check the number, or search for the customer or the device.',
    several: '{count} orders have or had the ticket {ticket}',
    compare: 'Compare the customer and the device with the label.',
    number: 'Ticket number',
    open: 'Open order',
    search: 'Search in Orders',
  },
  movedMeanwhile: 'Somebody moved or deleted it meanwhile.',
}
