/** Estimates of an order, and what the customer says to them. */
export const estimates = {
  // Said of the customer, in a list of answers.
  approves: 'Approves',
  declines: 'Declines',
  approvalRecorded: 'Approval recorded',
  refusalRecorded: 'Refusal recorded',
  recordFailed: 'Failed to record the answer',
  recordTitle: 'Record the Answer',
  // A button.
  record: 'Record Answer',
  // `amount`: of the estimate.
  recordLead: 'What the customer says to {amount}.',
  changedMeanwhile: 'Somebody changed this estimate while you asked: it was {amount}. Tell the customer what it is now before you record the answer.',
  consentHint: 'Such as: by phone, +1 555 010 2000',
  notFound: 'Estimate not found',
  saved: 'Estimate saved as a draft',
  saveFailed: 'Failed to save estimate',
  newEstimate: 'New Estimate',
  // A button.
  saveDraft: 'Save Draft',
  updated: 'Estimate updated',
  updateFailed: 'Failed to update estimate',
  edit: 'Edit Estimate',
  // In a sentence.
  noun: 'estimate',
  sentMeanwhile: 'This estimate was sent in the meantime, so it stays as it is.',
  validHint: '30 days from sending, if left empty',
  lineCount: '{count, plural, one {# line} other {# lines}}',
  lineCountAndNote: '{count, plural, one {# line and a note} other {# lines and a note}}',
  validUntil: 'Valid until {date}',
  sendFailed: 'Failed to send estimate',
  withdrawn: 'Estimate withdrawn',
  withdrawFailed: 'Failed to withdraw estimate',
  draftDeleted: 'Draft deleted',
  deleteFailed: 'Failed to delete draft',
  addLineFirst: 'Add a line before you send it.',
  linkNeedsConnection: 'Another link needs a connection.',
  // A button.
  newLink: 'New Link',
  // A button.
  newVersion: 'New Version',
  deleteDraft: 'Delete Draft',
  // A button.
  withdraw: 'Withdraw',
  withdrawQuestion: 'Withdraw this estimate? Its link ends.',
  // Title of a link that is shared with the customer.
  linkTitle: 'Estimate',
  linkText: 'Anyone who has this link can answer once. Copy it now: it is not shown again, but you can make another.',
  state: {
    // Of an estimate.
    draft: 'Draft',
    sent: 'Sent',
    // Its last day is over.
    ended: 'Ended',
    approved: 'Approved',
    declined: 'Declined',
    withdrawn: 'Withdrawn',
  },
  waits: {
    email: 'Waits to be sent by e-mail.',
    sms: 'Waits to be sent by text message.',
  },
  cancelled: {
    email: 'The e-mail was cancelled.',
    sms: 'The text message was cancelled.',
  },
  notSent: {
    email: 'The e-mail was not sent.',
    sms: 'The text message was not sent.',
  },
  // The server gives its number later.
  versionFollows: 'Version follows',
  version: 'Version {number}',
  // How the customer answered.
  byLink: 'by the link',
  byStaff: 'recorded by staff',
  // `problem`: a whole sentence.
  lineProblem: 'Line {line}: {problem}',
  noteLabel: 'Note to the customer',
  validLabel: 'Valid until',
  answer: 'Answer',
  whoMissing: 'Who answered is required',
  who: 'Who answered',
  how: 'How, and from which number',
  lines: 'Lines',
  // Heading of a column: the part or the work.
  what: 'What',
  quantity: 'Quantity',
  unitPrice: 'Unit price',
  whatOfLine: 'What, line {line}',
  quantityOfLine: 'Quantity, line {line}',
  priceOfLine: 'Unit price, line {line}',
  // Examples.
  lineHint: 'Screen, repair, …',
  removeLine: 'Remove line {line}',
  // A button.
  addLine: 'Add Line',
  totalIs: 'Total {amount}',
  title: 'Estimates',
  // Said after a number: "2 estimates".
  count: 'estimates',
  none: 'No estimates yet',
  // A button in two parts: "New Estimate"; sometimes only the second is shown.
  addVerb: 'New',
  addNoun: 'Estimate',
}
