/** The till: opened with cash in it, cash put in and taken out, counted and closed. */
export const tillCount = {
  // Where cash is kept.
  till: 'Till',
  // `name`: typed by the shop.
  tillOf: 'Till {name}',
  amountMissing: 'Please enter an amount',
  amountWrong: 'Please enter a valid amount',
  nameMissing: 'Name is required',
  opened: 'Till opened',
  openFailed: 'Failed to open the till',
  // Those that are open.
  openTills: 'Open tills',
  openElsewhere: 'Open on other devices. Use one together, and it adds up to one.',
  // A button: `name` is a till.
  use: 'Use {name}',
  openATill: 'Open a till',
  // The cash in the till before anything is sold.
  float: 'Float',
  floatHint: 'Cash in it at the beginning',
  // A button.
  openTill: 'Open till',
  closedTills: 'Closed tills',
  // Heading of a list of tills.
  closed: 'Closed',
  reading: 'Reading the till...',
  openedWith: 'Opened {date}, {time} with {amount}',
  cashMoves: 'Cash in and out',
  putInDone: 'Cash put in',
  takenOutDone: 'Cash taken out',
  saveFailed: 'Failed to save',
  moveCash: 'Move cash',
  amount: 'Amount',
  reason: 'Reason',
  reasonMissing: 'Please enter a reason',
  // A button.
  putIn: 'Put cash in',
  // A button.
  takeOut: 'Take cash out',
  tillClosed: 'Till closed',
  closeFailed: 'Failed to close the till',
  countTill: 'Count the till',
  // `method`: a way to pay, such as "Cash".
  counted: '{method} counted',
  expected: '{amount} expected',
  neverAgain: 'A closed till never opens again.',
  countAgain: 'Count again',
  closeForGood: 'Close for good',
  // A button.
  closeTill: 'Close till',
  missing: '{method}: {amount} missing.',
  tooMuch: '{method}: {amount} too much.',
  // The counted and the expected amounts are the same.
  addsUp: 'It adds up.',
  notHere: 'This till is not on this device yet.',
}
