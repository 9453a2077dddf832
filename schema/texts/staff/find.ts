/** The box that finds anything, and the list of keyboard shortcuts. */
export const find = {
  title: 'Find anything',
  description: 'Orders, customers and products of {shop}',
  box: 'Find orders, customers, products and commands',
  // What may be typed.
  placeholder: 'Ticket, name, phone, device, serial, SKU …',
  // Follow a key that does it: "↑ ↓ Move".
  keyMove: 'Move',
  keyOpen: 'Open',
  keyClose: 'Close',
  // Keys as they are written on keyboards here.
  enter: 'Enter',
  esc: 'Esc',
  ctrlK: 'Ctrl K',
  ctrlEnter: 'Ctrl Enter',
  f8: 'F8',
  // Names the list of what was found.
  found: 'Found',
  failed: 'This device could not read what it has. Nothing is lost. Close the box and open it again.',
  reading: 'Still reading what is on this device. More may follow.',
  nothing: 'Nothing in {shop} was found for “{typed}”. Other shops are not searched.',
  results: '{count, plural, one {# result} other {# results}}',
  // Heads of groups of results.
  recent: 'Recently opened',
  searches: 'Recent searches',
  commands: 'Commands',
  orders: 'Orders',
  customers: 'Customers',
  products: 'Products',
  // `shown` and `total`: numbers of results.
  ofTotal: '{shown} of {total}',
  searchOrders: 'Search the list of orders for “{typed}”',
  searchCustomers: 'Search the list of customers for “{typed}”',
  print: 'Print {paper} of {ticket}',
  // Words beside the name of a paper that ask to print it; separated by spaces, not shown.
  printWords: 'print of drop-off pick-up',
  words: {
    // Further words by which a command is found; separated by spaces, not shown.
    create: 'create add',
    new: 'new add',
    view: 'go to open view',
    open: 'go to open',
    deleted: 'restore bring back trash',
    scan: 'camera label barcode',
    keys: 'keys help',
  },
  // The number that an order had before.
  former: '(was {ticket})',
  noPhone: 'No phone',
  inStock: '{count} in stock',
  // The list of keyboard shortcuts.
  shortcuts: 'Keyboard shortcuts',
  shortcutsList: 'Shortcuts',
  everywhere: 'Everywhere',
  findAnything: 'Find anything (Cmd K on a Mac)',
  searchView: 'Search this view',
  showList: 'Show this list',
  toNotification: 'Go to the notification',
  views: 'Views',
  listsAndDialogs: 'Lists and dialogs',
  moveRows: 'Move between rows',
  openRow: 'Open the row',
  selectOrder: 'Select the order',
  saveDialog: 'Save the dialog (Cmd Enter on a Mac)',
  closeDialog: 'Close; asks first when something is typed',
}
