/** Taking what is to pay, by one method or several. */
export const takePayment = {
  // A button, and the title of its dialog.
  take: 'Take payment',
  added: {
    sale: 'Sale added successfully',
    payments: 'Payments added successfully',
    payment: 'Payment added successfully',
  },
  addFailed: {
    sale: 'Failed to add sale',
    payment: 'Failed to add payment',
  },
  // A button.
  saveAndPrint: 'Save and print',
  // A button: the customer takes the repaired device home.
  savePickUpPrint: 'Save, pick up, print',
  // Of payment: all at once, or split.
  oneMethod: 'One method',
  severalMethods: 'Several methods',
  // What the customer hands over.
  receivedInCash: 'Received in cash',
  // Change is the money that the customer gets back.
  receivedHint: 'The cash the customer hands over; the change is worked out',
  // `given` and `change`: amounts; the change goes back to the customer.
  receivedAndChange: 'Received {given} · change {change}',
  note: 'Note',
  onlyDeposit: 'Nothing is charged yet, so this is a deposit.',
  toPay: 'To pay {amount}',
  nothingToPay: 'Nothing to pay',
  // The sum of what is paid by several methods.
  together: 'Together {sum}',
  togetherLeft: 'Together {sum} · {left} still to pay',
  togetherMore: 'Together {sum} · {more} more than is to pay',
  // The note of a payment for which nothing is charged yet.
  deposit: 'Deposit',
}
