/** What the app shows of each feature before the feature itself is loaded: entries of menus, keys, and drafts that were not saved. */
export const menu = {
  today: 'Today',
  // Names of the views, in the bar at the top.
  orders: 'Orders',
  customers: 'Customers',
  tasks: 'Tasks',
  inventory: 'Inventory',
  activities: 'Activities',
  reports: 'Reports',
  // Said after a number: "12 open orders".
  openOrders: 'open orders',
  // Said after a number: "3 tasks due".
  tasksDue: 'tasks due',
  activitiesDenied: "Access Denied: You don't have permission to view activities. Contact your administrator.",
  reportsDenied: "Access Denied: You don't have permission to view reports. Contact your administrator.",
  // Entries of the menu "New", and keys.
  createOrder: 'Create Order',
  createCustomer: 'Create Customer',
  createCustomerAndOrder: 'Create Customer+Order',
  newOrder: 'New order',
  newCustomer: 'New customer',
  sell: 'Sell',
  // Where cash is kept: opens the count of it.
  till: 'Till',
  draft: {
    // What an unsaved form is about; stands alone, or before its name in quotes: 'order “iPhone 12”'.
    order: 'order',
    warrantyClaim: 'warranty claim',
    customer: 'customer',
    customerWithOrder: 'customer with order',
    device: 'device',
    changeOfDevice: 'change of device',
    estimate: 'estimate',
    changeOfEstimate: 'change of estimate',
    answerToEstimate: 'answer to estimate',
    // A part or work on an order or invoice.
    line: 'line',
    changeOfLine: 'change of line',
    note: 'note',
    changeOfNote: 'change of note',
    invoice: 'invoice',
    creditNote: 'credit note',
    message: 'message',
    answer: 'answer',
    payment: 'payment',
    refund: 'refund',
    cost: 'cost',
    changeOfPayment: 'change of payment',
    changeOfCost: 'change of cost',
    sale: 'sale',
    product: 'product',
    category: 'category',
    supplier: 'supplier',
    // Of the price list: a repair that the shop offers.
    service: 'service',
    taxRate: 'tax rate',
    testList: 'test list',
    // A task that belongs to no order.
    shopTask: 'shop task',
    taskOfOrder: 'task of an order',
    form: 'form',
    changeOf: {
      // An unsaved change of what is stored already.
      orders: 'change of order',
      customers: 'change of customer',
      products: 'change of product',
      categories: 'change of category',
      suppliers: 'change of supplier',
      services: 'change of service',
      tax_rates: 'change of tax rate',
      tests: 'change of test list',
      tasks: 'change of task',
    },
  },
}
