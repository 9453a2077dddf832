/** Invoices and credit notes of an order: drafts, and those that the server gave a number. */
export const invoices = {
  notFound: 'Invoice not found',
  quantityWrong: 'A quantity is a number above 0',
  chooseLine: 'Choose a line',
  saveFailed: 'Failed to save the draft',
  creditNoteFor: 'Credit Note for {number}',
  // A button.
  keepDraft: 'Keep Draft',
  issueCreditNote: 'Issue Credit Note',
  offlineCredit: 'There is no connection to the server, which gives the number. The draft is kept; any device can issue it later.',
  offlineInvoice:
    'There is no connection to the server, which gives the number. The draft is kept, and the receipt says that the invoice follows. Any device can issue it later.',
  creditedInAll: 'Credited in all',
  linesToTakeBack: 'Lines to take back',
  quantityOf: 'Quantity of {line}',
  suppliedAt: 'Date of supply',
  // When it must be paid.
  dueAt: 'Due date',
  note: 'Note on the invoice',
  lines: 'Lines',
  reason: 'Reason',
  kind: {
    invoice: 'Invoice',
    'credit-note': 'Credit note',
  },
  // `kind`: one of those above.
  draftOf: '{kind}, draft',
  numbered: '{kind} {number}',
  state: {
    // Of an invoice or a credit note.
    draft: 'Draft',
    issued: 'Issued',
    // Taken back in full by credit notes.
    credited: 'Credited',
    partlyCredited: 'Partly credited',
  },
  // The order now says something else than its invoice.
  differs: 'Differs from invoice {number}',
  differsHint: 'Make a credit note for what changed, or for all of it and issue another invoice.',
  due: 'due {date}',
  corrects: 'corrects invoice {number}',
  // `number`: of a credit note.
  creditedBy: 'credited by {number}',
  linkFailed: 'Failed to make a link',
  // A button: makes one.
  creditNote: 'Credit Note',
  draftDeleted: 'Draft deleted',
  deleteFailed: 'Failed to delete draft',
  // A button.
  issue: 'Issue',
  printReceipt: 'Print Receipt',
  deleteDraft: 'Delete Draft',
  deleteQuestion: 'Delete this draft?',
  numberNeedsConnection: 'The server gives the number: that needs a connection. Any device can issue it later.',
  notHere: 'This device does not hold the invoice, or it has no number yet.',
  // Of the paper.
  size: 'Size',
  issueInvoice: 'Issue Invoice',
  // A button.
  keepAndPrint: 'Keep Draft and Print Receipt',
  issueLead: 'An issued invoice keeps customer, lines and sums as they are now, for ever. A mistake is corrected by a credit note.',
  dueHint: 'None, if left empty',
  suppliedHint: 'The day of the repair, if left empty',
  // `document`: "Invoice 2026-0007".
  wasIssued: '{document} issued',
  wasIssuedAlready: '{document} was issued already',
  oneNumber: 'Another device did it at the same time. It has one number, the same on both.',
  issueFailed: {
    invoice: 'Failed to issue the invoice',
    'credit-note': 'Failed to issue the credit note',
  },
  follows: {
    // It is issued later.
    invoice: 'The invoice follows',
    'credit-note': 'The credit note follows',
  },
  title: 'Invoices',
  // Said after a number: "2 invoices".
  count: 'invoices',
  none: 'No invoices yet',
  // A button in two parts: "Issue Invoice"; sometimes only the second is shown.
  issueVerb: 'Issue',
  issueNoun: 'Invoice',
  // Title of a link that is shared with the customer.
  yourInvoice: 'Your invoice',
  linkText: 'Anyone who has this link sees this document, for at least 90 days. Copy it now: it is not shown again, but you can make another.',
  issueDraftFirst: 'Issue the draft, or delete it.',
}
