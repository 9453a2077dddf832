/** The form of an order, which is a repair, and what stands over its fields. */
export const orderForm = {
  notFound: 'Order not found',
  // In sentences such as "Another user deleted this order".
  noun: 'order',
  // A line is a task, a payment, a note: a part of the order that saves on its own.
  finishLine: 'Save or cancel the line that you are typing first.',
  deleteThis: 'Delete this Order',
  deleteQuestion: 'Are you sure you want to delete this order?',
  deleted: 'Order deleted',
  deletedText: 'The order and all associated data have been successfully deleted.',
  deleteFailed: 'Failed to delete order',
  deleteFailedText: 'An error occurred while deleting the order.',
  // `missing`: which tests must be done first.
  notSaved: 'Not saved: {missing}.',
  editOrder: 'Edit Order',
  saveChanges: 'Save Changes',
  // A button. `line`: the button of the line that is typed, such as "Add task", which is pressed with it.
  lineAndSave: '{line} and save',
  // What a field holds now: a box is ticked or not, an order is assigned to nobody, has no due date or passcode.
  on: 'on',
  off: 'off',
  nobody: 'nobody',
  none: 'none',
  notChosenNow: 'not chosen',
  anotherDevice: 'another device',
  anotherPasscode: 'another one',
  anotherCustomer: 'another customer',
  customerNotHere: 'a customer who is not here',
  addNew: 'Add New Order',
  warrantyClaim: 'Warranty Claim',
  // A button: the form is saved as a new order.
  add: 'Add Order',
  created: 'Order created successfully',
  createFailed: 'Failed to create order',
  // In an empty field: press to write additional requests, notes, a price.
  addRequests: 'Add requests',
  addNotes: 'Add notes',
  addQuote: 'Add a quote',
  addCustomer: 'Add New Customer',
  // The messenger.
  whatsApp: 'WhatsApp',
  customerGone: 'This customer is not here any more: choose another one.',
  customerNotes: 'Customer Notes',
  nextStatus: 'Next status',
  atAGlance: 'Order at a glance',
  // Above the time at which the order was promised to be ready.
  promised: 'Promised',
  // A button: the device came back, and is repaired under warranty.
  claim: 'Warranty claim',
  underWarranty: 'Under warranty until {day}',
  warrantyEnded: 'Warranty ended {day}',
  // Before the number of the order that the device came back from.
  claimOn: 'Warranty claim on',
  // Below some of the orders that a customer has not paid.
  moreUnpaid: 'And {count} more.',
  // What is still to pay.
  balance: 'Balance',
  // A button: the customer takes the device along, and the receipt is printed.
  pickUp: 'Pick up and print',
  // Of a device, in a list of devices.
  notChosen: 'Not chosen',
  reading: 'Reading…',
  deviceDeleted: 'A device that was deleted',
  addDevice: 'Add device',
  removeDevice: 'Remove device',
  // A link: to the last earlier order of this device.
  openLast: 'Open the last one',
  // The order gets another customer, `name`: does the device go to them too? The answers are `move` and `leave`.
  moveQuestion: 'Move the {device} to {name} too?',
  move: 'Move',
  leave: 'Leave',
  showPasscodeFailed: 'Failed to show the passcode',
  passcodeGoes: 'Removed when the order is saved with this status.',
  // Of a phone: lines over nine dots.
  drawPattern: 'Draw pattern',
  hidePasscode: 'Hide passcode',
  showPasscode: 'Show passcode',
  patternHelp: 'Draw over the dots, or go there with the arrow keys and press Enter at each.',
  pattern: 'Pattern',
  patternIs: 'Pattern {dots}',
  dot: 'Dot {number}',
  usePattern: 'Use pattern',
  // A button: takes away what was drawn.
  clear: 'Clear',
  priceList: 'Price list',
  // In place of a price: it is only known once somebody has looked into the device.
  afterDiagnosis: 'after diagnosis',
  // A repair of the price list, off this order.
  takeOff: 'Take {service} off',
  findDevice: 'Find a device in the price list',
  // Of a device.
  model: 'Model',
  device: 'Device',
  // Repairs that are offered for every device.
  anyDevice: 'Any device',
  notListed: 'This device is not in the price list.',
  repairsOfAny: 'Repairs of any device',
  // A button: choose another one.
  chooseAnother: 'Another device',
  // The noun: what is done, of a price list.
  repair: 'Repair',
  noWarranty: 'no warranty',
  daysWarranty: '{days} days warranty',
  // Names a button: takes this repair for a new order. `facts`: its price, time and warranty.
  take: 'Take {service} for {facts}',
  noneSelected: 'No order selected',
  // Of earlier orders: what a customer owes for them.
  owes: '{name} has {amount} to pay',
  // When an order was promised.
  promise: {
    none: 'no date',
    today: 'today {time}',
    todayLate: 'today {time}, late',
    tomorrow: 'tomorrow {time}',
  },
  // Of a device. `issue`: what was repaired last; `status`: how far that got, set so many days ago.
  earlier: 'Here {times, plural, =1 {once} =2 {twice} other {# times}}; last: {issue}, {status} {days, plural, =0 {today} =1 {yesterday} other {# days ago}}',
  // How a repair of the price list went in this shop. `what`: the device and the repair; `facts`: times, days, price and what came back.
  history: {
    never: '{what}: not done here yet',
    told: '{what}: {facts}',
    times: '{times, plural, =1 {once} other {# times}}',
    days: '{days, plural, =0 {same day} =1 {1 day} other {# days}}',
    cameBack: '{count, plural, =0 {none came back} other {# came back}}',
  },
}
