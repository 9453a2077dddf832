/** Payments and costs of an order, and their refunds. */
export const money = {
  title: {
    // As a heading.
    payment: 'Order Payments',
    cost: 'Order Costs',
  },
  empty: {
    payment: 'No payments yet',
    cost: 'No costs yet',
  },
  list: {
    // Names a file.
    payment: 'Payments',
    cost: 'Costs',
  },
  noun: {
    // A refund is money that was given back.
    payment: 'Payment',
    refund: 'Refund',
    cost: 'Cost',
  },
  lowNoun: {
    // The same inside a sentence.
    payment: 'payment',
    refund: 'refund',
    cost: 'cost',
  },
  // A button: this stands before addNoun, which also stands alone.
  addVerb: 'Add',
  addNoun: {
    payment: 'Payment',
    cost: 'Cost',
  },
  add: {
    // A button, and the name of its form.
    payment: 'Add Payment',
    refund: 'Add Refund',
    cost: 'Add Cost',
  },
  // A button. `amount`: such as $30.00.
  addAmount: 'Add {amount}',
  // A button.
  changeToAmount: 'Change to {amount}',
  added: {
    payment: 'Payment added successfully',
    refund: 'Refund added successfully',
    cost: 'Cost added successfully',
  },
  addFailed: {
    payment: 'Failed to add payment',
    refund: 'Failed to add refund',
    cost: 'Failed to add cost',
  },
  edit: {
    payment: 'Edit Payment',
    refund: 'Edit Refund',
    cost: 'Edit Cost',
  },
  update: {
    // A button: saves the change.
    payment: 'Update Payment',
    refund: 'Update Refund',
    cost: 'Update Cost',
  },
  updated: {
    payment: 'Payment updated successfully',
    refund: 'Refund updated successfully',
    cost: 'Cost updated successfully',
  },
  updateFailed: {
    payment: 'Failed to update payment',
    refund: 'Failed to update refund',
    cost: 'Failed to update cost',
  },
  deleted: {
    payment: 'Payment deleted successfully',
    refund: 'Refund deleted successfully',
    cost: 'Cost deleted successfully',
  },
  deleteFailed: {
    payment: 'Failed to delete payment',
    refund: 'Failed to delete refund',
    cost: 'Failed to delete cost',
  },
  notFound: {
    payment: 'Payment not found',
    cost: 'Cost not found',
  },
  editOf: {
    // For screen readers. `amount`: such as $30.00.
    payment: 'Edit payment {amount}',
    refund: 'Edit refund {amount}',
    cost: 'Edit cost {amount}',
  },
  deleteOf: {
    payment: 'Delete payment {amount}',
    refund: 'Delete refund {amount}',
    cost: 'Delete cost {amount}',
  },
  // A button, the verb: gives the payment back.
  refundPayment: 'Refund payment {amount}',
  // So much of a payment was given back.
  refunded: 'Refunded {amount}',
  // An invoice was issued after this payment.
  invoiced: 'Invoiced',
  saving: 'Saving...',
  // Why money was given back.
  reason: 'Reason',
  // Below an empty field for the date.
  dateHint: 'Now, when it is saved',
  // Of an amount: tax comes on top, or is in it.
  beforeTax: 'Before tax',
  afterTax: 'After tax',
  // For screen readers: the choice between before and after tax.
  switchedToAfter: 'Changed to after tax',
}
