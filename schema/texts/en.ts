import { errorTable } from '../errors.ts'
import { portalTexts } from '../rules/customers/portal.ts'
import { orderLinkTexts } from '../rules/customers/order-link.ts'
import { estimateLinkTexts } from '../rules/estimates/estimate-link.ts'
import { orderStatusNames } from '../values/order-status.ts'
import { common } from './staff/common.ts'
import { rules } from './staff/wrong-values.ts'
import { menu } from './staff/menu.ts'
import { orders } from './staff/orders.ts'
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
import { scan } from './staff/scan.ts'
import { messaging } from './staff/messaging.ts'
import { deleted } from './staff/deleted.ts'
import { purchases } from './staff/purchases.ts'
import { stockTake } from './staff/stock-take.ts'
import { things } from './staff/things.ts'
import { attention } from './staff/attention.ts'

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
  /** The pages that the shop's customers open. They are people who brought a device: address them politely. */
  portal: {
    retry: 'Retry',
    loading: 'Loading...',
    print: 'Print',
    close: 'Close',
    // Names the list with the languages of the page.
    language: 'Language',
    noConnection: 'No connection to the shop',
    checkConnection: 'Check your connection and try again.',
    noConnectionNow: 'No connection to the shop. Check your connection and try again.',
    noAnswer: 'No connection to the shop. What you typed is kept: check your connection and try again.',
    offline: 'You are offline',
    offlineKept: 'What you type is kept. Connect to the internet to send it.',
    offlineAnswer: 'Connect to the internet to answer.',
    waitMoment: 'Please wait a moment',
    linkNotOpen: 'This link is not open',
    staffSignIn: 'Staff sign in',
    shopNotFound: 'Shop Not Found',
    // `code`: the shop's short name in the address.
    shopNotFoundText: "Shop ''{code}'' not found. Please check the URL and try again.",
    openingHours: 'Opening hours',
    // Three buttons of the first page, each with a line that says what it leads to.
    checkStatus: 'Check Order Status',
    checkStatusText: 'See how far your repair is.',
    createOrder: 'Create New Order',
    createOrderText: 'Tell us what is broken before you bring it.',
    becomeCustomer: 'Become a Customer',
    becomeCustomerText: 'Leave your name and phone number with us.',
    yourOrders: 'Your Repair Orders',
    createRepairOrder: 'Create New Repair Order',
    verifyIdentity: 'Verify Your Identity',
    chooseYourName: 'Choose Your Name',
    accessVerified: 'Access verified',
    canCreateOrder: 'You can now create an order.',
    submittedStay: 'Your repair order has been submitted. Create another order below!',
    submittedLeave: "Your repair order has been submitted. We'll contact you soon!",
    orderNumber:
      '{unsent, plural, =0 {Your order number is {ticket}.} other {Your order number is {ticket}. # of your photos did not arrive. Please show us at the counter.}}',
    seeYourOrder: 'See your order',
    typedIsKept: 'What you typed is kept.',
    customerCreated: 'Customer created successfully!',
    phoneVerified: 'Your phone is verified',
    verifiedAs: 'Verified as {name}',
    notYou: 'Not you?',
    // Status of an order that the customer sent from this page.
    statusReceived: 'Received',
    statusUnknown: 'Unknown',
    statusUnknownText: 'Please ask the shop.',
    // What each status means for the customer. "It" is the device.
    meaning: {
      Lead: 'We have your request and will contact you.',
      'Dropped Off': 'Your device is with us. We will look at it soon.',
      Diagnosis: 'We are finding out what is wrong.',
      'In Progress': 'We are repairing it.',
      'In the Lab': 'It is in our lab.',
      'Waiting For Approval': 'We need your approval to go on. Please contact us.',
      'Waiting For Part': 'We are waiting for a part.',
      'Waiting for information': 'We need an answer from you to go on. Please contact us.',
      Fixed: 'It is repaired. You can pick it up.',
      'Picked up': 'You have picked it up.',
      'Not Fixable': 'It cannot be repaired. Please contact us.',
      'Part Not Available': 'A part that it needs is not available. Please contact us.',
      Recycled: 'It has been recycled.',
      Cancelled: 'This order was cancelled.',
    },
    // Five steps of a repair, under a bar: as short as can be.
    step: { received: 'Received', diagnosis: 'Diagnosis', repair: 'Repair', ready: 'Ready', pickedUp: 'Picked up' },
    stepDone: '{step} (done)',
    progress: 'Progress of the repair',
    // Proving who one is, by a code from the shop or by a text message.
    howToVerify: 'How to verify',
    accessCode: 'Access Code',
    textMessage: 'Text Message',
    accessCodeText: 'Enter your phone number and the access code that the shop gave you.',
    verify: 'Verify',
    sendCode: 'Send Code',
    sendCodeText: 'We send a code to your phone.',
    sendCodeKnownText: 'We send a code to the phone number that the shop knows you by.',
    onlyIfNew: 'Only if you are new here',
    verificationCode: 'Verification Code',
    resendCode: 'Resend Code',
    resendInSeconds: 'Resend code in {seconds} s',
    resendInMinutes: 'Resend code in {minutes} min',
    noText: 'No text? The shop may not know this number yet.',
    registerHere: 'Register here',
    chooseNameText: 'More than one customer has this number. Choose your name; you cannot change it afterwards without another code.',
    yourEmail: 'Your e-mail address',
    isYourEmail: 'Is {email} your e-mail address? We write to it only if you say so.',
    emailIsMine: 'Yes, it is mine',
    emailIsNotMine: 'No, remove it',
    name: 'Name',
    email: 'Email',
    countryCode: 'Country Code',
    phone: 'Phone',
    altCountryCode: 'Alt Country Code',
    alternatePhone: 'Alternate Phone',
    failedCustomer: 'Failed to create customer',
    // The form of a new order, and the list of orders.
    itemDetails: 'Item Details',
    itemDetailsHint: 'What it is: maker, model, colour',
    issueDescription: 'Issue Description',
    issueDescriptionHint: 'What is wrong with it',
    additionalRequests: 'Additional Requests',
    itemDetailsNeeded: 'Item details are required',
    create: 'Create Order',
    failedOrder: 'Failed to create order',
    photos: 'Photos',
    addPhotos: 'Add photos',
    removePhoto: 'Remove photo {number}',
    photoOfDevice: 'Photo of your device',
    loadingOrders: 'Loading your orders...',
    failedOrders: 'Failed to load your orders',
    noOrders: 'You have no repair orders yet.',
    finishedOrders: '{count, plural, one {# finished order} other {# finished orders}}',
    ticketNumber: 'Ticket number {ticket}',
    quote: 'Quote',
    total: 'Total',
    paid: 'Paid',
    toPay: 'To pay',
    paidTooMuch: 'Paid too much',
    created: 'Created',
    statusSince: 'Status since',
    due: 'Due',
    orderNotOpened: 'This order did not open',
    open: 'Open',
    openOrder: 'Open order {ticket}',
    // The page of one order.
    order: 'Order {ticket}',
    promisedFor: 'Promised for',
    warrantyUntil: 'Warranty until',
    // The page with what repairs cost, which anybody may open.
    prices: 'Prices',
    searchPrices: 'Search the prices',
    searchPricesHint: 'Model or repair',
    clearSearch: 'Clear search',
    anyDevice: 'Any device',
    noPrices: 'The shop has no prices here yet.',
    noPricesFound: 'No repair has all of these words.',
    askUs: 'Ask us',
    warrantyFor: '{days, plural, one {# day warranty} other {# days warranty}}',
    pricesNotHere: 'No prices here',
    pricesNotHereText: 'The shop shows no price list at this address.',
    dayAndTime: '{day}, {time}',
    messages: 'Messages',
    allYourOrders: 'All your orders at {shop}',
    theShop: 'The shop',
    showOnMap: 'Show on a map',
    answerNeeded: 'The shop needs your answer to an estimate of {total}.',
    lookAtEstimate: 'Look at the estimate',
    nothingWritten: 'Nothing was written yet.',
    // Who wrote a message, and when.
    youAt: 'You · {at}',
    theShopAt: 'The shop · {at}',
    waysToPay: 'Ways to pay',
    payOnline: 'Pay {amount} online',
    bankTransfer: 'Bank transfer',
    // Of a bank transfer.
    reference: 'Reference {ticket}',
    messageToShop: 'Message to the shop',
    send: 'Send',
    messageKept: 'What you typed is kept. Check your connection and send it again: it arrives once.',
    messageNotTaken: 'Your message was not taken',
    // The page of an estimate: the price that the shop proposes before it repairs.
    estimate: 'Estimate',
    estimateFor: 'Estimate for {device}',
    estimateVersion: 'Order {ticket} · Version {version}',
    whatItCosts: 'What it costs',
    what: 'What',
    price: 'Price',
    times: '{quantity} × {price}',
    subtotal: 'Subtotal',
    tax: 'Tax',
    includesTax: 'Includes tax',
    terms: 'Terms',
    totalOf: 'Total {total}',
    answerUntil: 'You can answer until {at}.',
    yourAnswer: 'Your answer',
    yourName: 'Your name',
    approveFor: 'Approve for {total}',
    decline: 'Decline',
    approvedFor: 'Approved for {total}',
    declined: 'This estimate was declined',
    answeredBy: 'Answered by {name} on {at}.',
    answeredByYou: 'Answered by you on {at}.',
    approvedNext: 'The shop goes on with the repair.',
    declinedNext: 'The shop does not do this work.',
    answerMayBeLost: 'Your answer may not have arrived. Check your connection and press again: it counts once.',
    callTheShop: 'Please call the shop to make sure that your answer arrived',
    answerNotTaken: 'Your answer was not taken',
    // Titles of the page of an invoice.
    invoice: 'Invoice {number}',
    creditNote: 'Credit note {number}',
    // What the server says of a form; each text is the server's own. OTP: the code of six digits that came by text message.
    server: {
      ...portalTexts,
      linkNotOpen: orderLinkTexts.notOpen,
      textNeeded: orderLinkTexts.textNeeded,
      textTaken: orderLinkTexts.taken,
      estimateNotOpen: estimateLinkTexts.notOpen,
      estimateDecided: estimateLinkTexts.decided,
      nameNeeded: estimateLinkTexts.nameNeeded,
      invalidPhoneNumber: `${portalTexts.invalidPhone}: ${portalTexts.invalidPhoneHint}`,
      customerNameNeeded: 'Customer name is required',
      phoneNeeded: 'Phone number is required',
      phoneDigits: 'Phone must contain only digits, 6-15 characters',
      countryCodeNeeded: 'Country code is required',
      countryCodeShape: 'Country code must start with + and contain 1-4 digits (e.g., +1, +44)',
      phoneWithoutCountry: 'Please provide a country code when entering a phone number.',
      alternateWithoutCountry: 'Please provide a country code when entering an alternate phone number.',
      emailShape: 'Invalid email format',
      accessCodeNeeded: 'Access code is required',
      itemNeeded: 'Item details is required',
      issueNeeded: 'Issue description is required',
      orderNotFound: 'Order not found',
    },
  },
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
  scan,
  messaging,
  deleted,
  purchases,
  stockTake,
  things,
  attention,
}
