/** Choosing what to print, and the papers that only the shop reads: of its tills, days and purchases. */
export const printing = {
  printFor: 'Print for {count} orders',
  // Of a customer’s device.
  passcodeFailed: 'Failed to show the passcode',
  orderNotHere: 'This device does not hold the order. It may have been deleted.',
  noneChosen: 'No order is chosen.',
  inParts: 'More than {count} orders are printed in parts: print this one, then choose the next.',
  // One of several parts that are printed one after the other.
  part: 'Part',
  partIs: '{part} of {parts}: orders {from} to {to}',
  // What is printed: a receipt, a label.
  paper: 'Paper',
  // Of the paper.
  size: 'Size',
  withPasscode: 'With the passcode',
  oneReceipt: 'One receipt for all',
  orders: 'Orders',
  // All orders.
  all: 'All',
  // How many will be printed; more than one.
  papers: '{count} papers',
  preview: 'Preview',
  reading: 'Reading what is to be printed...',
  productLabel: 'Print product label',
  productNotHere: 'This device does not hold the product.',
  howMany: 'Type how many labels, from 1 to {max}.',
  // How many of the same label.
  copies: 'Copies',
  noBarCode: 'Without a SKU the label has no bar code.',
  // `parts`: one or more of those below, with commas between.
  tooSmall: '{size} is too small: there is no room for {parts}. Larger labels are set in Shop Details.',
  // `count` of `all` labels that are to be printed.
  tooSmallOn: '{size} is too small: on {count} of {all} labels there is no room for {parts}. Larger labels are set in Shop Details.',
  noRoomFor: {
    // Its name is cut.
    device: 'the whole device',
    qrCode: 'the QR code',
    // Of a product.
    name: 'the whole name',
    barCode: 'the bar code',
    lines: 'all lines',
  },
  // Heading of the column of money.
  amount: 'Amount',
  printedAt: 'Printed {date}, {time}',
  // The takings of a day, or of several.
  cashUp: 'Cash-up',
  // A way to pay.
  method: 'Method',
  // Money that was taken in by a way to pay.
  taken: '{method}, taken',
  refunded: '{method}, refunded',
  payments: 'Payments',
  // In the line of a payment; `method`: in small letters.
  refund: 'refund, {method}',
  // Where cash is kept.
  till: 'Till',
  // `name`: typed by the shop.
  tillOf: 'Till {name}',
  // Of a till.
  openedAt: 'Opened {date}, {time}',
  closedAt: 'Closed {date}, {time}',
  // What should be in the till.
  expected: '{method}, expected',
  counted: '{method}, counted',
  difference: '{method}, difference',
  // The cash in the till before anything is sold.
  float: 'Float',
  // Heading: what is bought from a supplier.
  piece: 'Part',
  quantity: 'Quantity',
}
