import { errorTable } from '../errors.ts'
import { portal } from './portal-pages.ts'
import { orderStatusNames } from '../values/order-status.ts'
import { common } from './staff/common.ts'
import { rules } from './staff/wrong-values.ts'
import { menu } from './staff/menu.ts'
import { orders } from './staff/orders.ts'
import { fieldLabels } from './staff/field-labels.ts'
import { orderForm } from './staff/order-form.ts'
import { orderBulk } from './staff/order-bulk.ts'
import { orderBoard } from './staff/order-board.ts'
import { today } from './staff/today.ts'
import { signIn } from './staff/sign-in.ts'
import { shell } from './staff/shell.ts'
import { syncWords } from './staff/sync-words.ts'
import { find } from './staff/find.ts'
import { sync } from './staff/sync.ts'
import { settings } from './staff/settings.ts'
import { settingsShop } from './staff/settings-shop.ts'
import { settingsTeam } from './staff/settings-team.ts'
import { settingsApp } from './staff/settings-app.ts'
import { settingsMessages } from './staff/settings-messages.ts'
import { controls } from './staff/controls.ts'
import { inputs } from './staff/inputs.ts'
import { forms } from './staff/forms.ts'
import { start } from './staff/start.ts'
import { profile } from './staff/profile.ts'
import { tables } from './staff/tables.ts'
import { customers } from './staff/customers.ts'
import { customerForm } from './staff/customer-form.ts'
import { customerEdit } from './staff/customer-edit.ts'
import { customerMerge } from './staff/customer-merge.ts'
import { tasks } from './staff/tasks.ts'
import { taskForm } from './staff/task-form.ts'
import { inventory } from './staff/inventory.ts'
import { products } from './staff/products.ts'
import { categories } from './staff/categories.ts'
import { suppliers } from './staff/suppliers.ts'
import { reports } from './staff/reports.ts'
import { charts } from './staff/charts.ts'
import { attachments } from './staff/attachments.ts'
import { notes } from './staff/notes.ts'
import { activities } from './staff/activities.ts'
import { activityWords } from './staff/activity-words.ts'
import { scan } from './staff/scan.ts'
import { messaging } from './staff/messaging.ts'
import { deleted } from './staff/deleted.ts'
import { purchases } from './staff/purchases.ts'
import { stockTake } from './staff/stock-take.ts'
import { things } from './staff/things.ts'
import { attention } from './staff/attention.ts'
import { sales } from './staff/sales.ts'
import { tillCount } from './staff/till-count.ts'
import { paperNames } from './staff/paper-names.ts'
import { printing } from './staff/printing.ts'
import { customerLink } from './staff/customer-link.ts'
import { customerOrder } from './staff/customer-order.ts'
import { unfinished } from './staff/unfinished.ts'
import { assets } from './staff/assets.ts'
import { tests } from './staff/tests.ts'
import { testForm } from './staff/test-form.ts'
import { services } from './staff/services.ts'
import { serviceForm } from './staff/service-form.ts'
import { taxes } from './staff/taxes.ts'
import { history } from './staff/history.ts'
import { checklist } from './staff/checklist.ts'
import { invoices } from './staff/invoices.ts'
import { estimateAnswered } from './staff/estimate-answered.ts'
import { estimates } from './staff/estimates.ts'
import { money } from './staff/money.ts'
import { takePayment } from './staff/take-payment.ts'
import { paymentMethods } from './staff/payment-methods.ts'
import { lines } from './staff/lines.ts'
import { failures } from './staff/failures.ts'
import { balance } from './staff/balance.ts'
import { setNames } from './staff/set-names.ts'
import { refusals } from './staff/refusals.ts'
import { notices } from './staff/notices.ts'
import { textParts } from './staff/text-parts.ts'

/**
 * Every text that people read, in ICU message format: `{name}` is filled in, plurals and choices are `{count, plural, …}` and
 * `{who, select, …}`, and a quote mark before a brace is written twice. A comment says to translators what the text cannot. `npm run texts` compiles.
 */
export const en = {
  /** The names of fixed sets, as people read them. What is stored, and the API, keeps the English names. */
  words: {
    /** How far a repair is. */
    status: Object.fromEntries(orderStatusNames.map((name) => [name, name])) as { [Name in (typeof orderStatusNames)[number]]: string },
  },
  /** What the server says by its code, where it says nothing closer. */
  errors: Object.fromEntries(Object.entries(errorTable).map(([code, { title }]) => [code, title])) as { [Code in keyof typeof errorTable]: string },
  portal,
  /** Receipts, job sheets and invoices: short, since rolls are 58 mm wide. */
  papers: {
    // Titles of papers.
    dropOffReceipt: 'Drop-off receipt',
    pickUpReceipt: 'Pick-up receipt',
    receipt: 'Receipt',
    // For the bench, not for the customer.
    jobSheet: 'Job sheet',
    customer: 'Customer',
    taxId: 'Tax ID',
    taxIdOf: 'Tax ID {taxId}',
    phone: 'Phone',
    device: 'Device',
    serialNumber: 'Serial number',
    imei: 'IMEI',
    issue: 'Issue',
    requests: 'Requests',
    // What came with the device: charger, case …
    handedIn: 'Handed in',
    tests: 'Tests',
    // What a test showed before and after the repair: 'before fail', 'after pass'.
    testOutcome: {
      before: { pass: 'before pass', fail: 'before fail', 'not-testable': 'before not testable' },
      after: { pass: 'after pass', fail: 'after fail', 'not-testable': 'after not testable' },
    },
    warranty: 'Warranty',
    warrantyUntil: 'until {day}',
    warrantyDays: '{days, plural, one {# day} other {# days}} from pick-up',
    readyBy: 'Ready by',
    dayAndTime: '{day}, {time}',
    invoiceFollows: 'The invoice follows',
    terms: 'Terms',
    item: 'Item',
    amount: 'Amount',
    quote: 'Quote',
    paid: 'Paid',
    paidTooMuch: 'Paid too much',
    balance: 'Balance',
    // In the place of an amount: the quote covers it.
    included: 'included',
    subtotal: 'Subtotal',
    total: 'Total',
    includesTax: 'Includes {tax}',
    noTax: 'No tax',
    noTaxFor: 'No tax: {reason}',
    // A payment, followed by its method: "Paid Mar 4, 2026, cash".
    paidOn: 'Paid {date}',
    refundedOn: 'Refunded {date}',
    afterTax: 'after tax',
    allDevices: 'All devices',
    // In the place of an amount.
    noPriceYet: 'no price yet',
    balanceOfAll: 'Balance of all',
    repairAsQuoted: 'Repair as quoted',
    // Lines of a sale.
    discount: 'Discount',
    returned: 'Returned: {item}',
    // How something was paid, within a line.
    method: { cash: 'cash', card: 'card', transfer: 'transfer', other: 'other' },
    waysToPay: 'Ways to pay',
    bankTransfer: 'Bank transfer',
    reference: 'Reference {ticket}',
    payOnline: 'Pay online',
    // Marks of an order.
    priority: 'Priority',
    repeat: 'Repeat',
    passcode: 'Passcode',
    notes: 'Notes',
    partsAndLabour: 'Parts and labour',
    due: 'Due',
    status: 'Status',
    assignedTo: 'Assigned to',
    invoiceTo: 'Invoice to',
    creditTo: 'Credit to',
    invoice: 'Invoice',
    creditNote: 'Credit note',
    paidThanks: 'Paid. Thank you.',
    // Followed by the number of an invoice.
    corrects: 'Corrects invoice',
    date: 'Date',
    dateOfSupply: 'Date of supply',
    order: 'Order',
    description: 'Description',
    quantity: 'Quantity',
    unitPrice: 'Unit price',
    tax: 'Tax',
    // Columns of an invoice: the amount of a line with tax, and the sum without it.
    withTax: 'With tax',
    net: 'Net',
    credited: 'Credited',
    creditNoteOf: 'Credit note {number}, {date}',
    balanceDue: 'Balance due',
    // `tax`: "VAT 19%"; `base`: the amount that it is charged on.
    taxOn: '{tax} on {base}',
    noTaxOn: 'No tax on {base}',
    noTaxOnFor: 'No tax on {base}: {reason}',
    reverseCharge: 'Reverse charge: the customer owes the tax on {base}',
  },
  /** Suggested texts and e-mails to customers. `device`: what it is called, such as iPhone 12; `link` and `shop` stand at the end. */
  messages: {
    // When the repair reaches a status.
    status: {
      'Dropped Off': 'Hello {name}, we have your {device}. Its number is {ticket}. You can follow the repair here: {link} {shop}',
      'Waiting For Approval': 'Hello {name}, we have looked at your {device} ({ticket}) and need your word before we go on: {link} {shop}',
      'Waiting For Part': 'Hello {name}, we have ordered a part for your {device} ({ticket}). We write again when it is done. {shop}',
      Fixed: 'Hello {name}, your {device} ({ticket}) is ready. To pay: {balance}. {link} {shop}',
      'Not Fixable': 'Hello {name}, we are sorry: your {device} ({ticket}) cannot be repaired. Please come by. {shop}',
      'Picked up': 'Hello {name}, thank you for your visit. We hope your {device} serves you well. {shop}',
    },
    // Days after something that is still open.
    reminder: {
      'not-picked-up': 'Hello {name}, your {device} ({ticket}) is ready and waits for you. To pay: {balance}. {shop}',
      'estimate-unanswered': 'Hello {name}, our estimate for your {device} ({ticket}) still waits for your answer: {link} {shop}',
      'balance-open': 'Hello {name}, {balance} for your {device} ({ticket}) is still open. You can see and pay it here: {link} {shop}',
    },
    // At any other status.
    other: 'Hello {name}, about your {device} ({ticket}): {link} {shop}',
    subject: 'Your {device} ({ticket})',
    estimateSubject: 'Estimate for your {device}',
    estimate: 'Hello {name}, here is our estimate for your {device} ({ticket}): {link} {shop}',
    invoiceSubject: 'Your invoice {number}',
    invoice: 'Hello {name}, here is invoice {number} for your {device} ({ticket}): {link} {shop}',
    creditNoteSubject: 'Your credit note {number}',
    creditNote: 'Hello {name}, here is credit note {number} for your {device} ({ticket}): {link} {shop}',
    // Of an e-mail that answers what the customer wrote.
    replySubject: 'Your order {ticket}',
    // A text message with a code of six digits.
    code: 'Your {shop} verification code is {code}. It is valid for {minutes} minutes.',
  },
  // The app of the people who work in the shop, a file for each area: address them politely, too, with the words of the trade.
  common,
  rules,
  menu,
  today,
  signIn,
  shell,
  syncWords,
  find,
  sync,
  settings,
  settingsShop,
  orders,
  settingsTeam,
  settingsApp,
  settingsMessages,
  controls,
  inputs,
  forms,
  start,
  profile,
  tables,
  customers,
  customerForm,
  customerEdit,
  customerMerge,
  tasks,
  taskForm,
  inventory,
  products,
  categories,
  suppliers,
  reports,
  charts,
  attachments,
  notes,
  activities,
  activityWords,
  scan,
  messaging,
  deleted,
  purchases,
  stockTake,
  things,
  attention,
  sales,
  tillCount,
  paperNames,
  printing,
  customerLink,
  customerOrder,
  unfinished,
  assets,
  tests,
  testForm,
  services,
  serviceForm,
  taxes,
  history,
  checklist,
  invoices,
  estimateAnswered,
  estimates,
  fieldLabels,
  money,
  takePayment,
  paymentMethods,
  lines,
  failures,
  orderForm,
  orderBulk,
  orderBoard,
  balance,
  setNames,
  refusals,
  notices,
  textParts,
}
