// Made by `npm run texts` from schema/texts.
import type { InvoicesTexts } from './invoices-type.ts'


export const texts = {
  notFound: () => "Invoice not found",
  quantityWrong: () => "A quantity is a number above 0",
  chooseLine: () => "Choose a line",
  saveFailed: () => "Failed to save the draft",
  creditNoteFor: (d) => "Credit Note for " + d.number,
  keepDraft: () => "Keep Draft",
  issueCreditNote: () => "Issue Credit Note",
  offlineCredit: () => "There is no connection to the server, which gives the number. The draft is kept; any device can issue it later.",
  offlineInvoice: () => "There is no connection to the server, which gives the number. The draft is kept, and the receipt says that the invoice follows. Any device can issue it later.",
  creditedInAll: () => "Credited in all",
  linesToTakeBack: () => "Lines to take back",
  quantityOf: (d) => "Quantity of " + d.line,
  suppliedAt: () => "Date of supply",
  dueAt: () => "Due date",
  note: () => "Note on the invoice",
  lines: () => "Lines",
  reason: () => "Reason",
  kind: {
    invoice: () => "Invoice",
    "credit-note": () => "Credit note"
  },
  draftOf: (d) => d.kind + ", draft",
  numbered: (d) => d.kind + " " + d.number,
  state: {
    draft: () => "Draft",
    issued: () => "Issued",
    credited: () => "Credited",
    partlyCredited: () => "Partly credited"
  },
  differs: (d) => "Differs from invoice " + d.number,
  differsHint: () => "Make a credit note for what changed, or for all of it and issue another invoice.",
  due: (d) => "due " + d.date,
  corrects: (d) => "corrects invoice " + d.number,
  creditedBy: (d) => "credited by " + d.number,
  linkFailed: () => "Failed to make a link",
  creditNote: () => "Credit Note",
  draftDeleted: () => "Draft deleted",
  deleteFailed: () => "Failed to delete draft",
  issue: () => "Issue",
  printReceipt: () => "Print Receipt",
  deleteDraft: () => "Delete Draft",
  deleteQuestion: () => "Delete this draft?",
  numberNeedsConnection: () => "The server gives the number: that needs a connection. Any device can issue it later.",
  notHere: () => "This device does not hold the invoice, or it has no number yet.",
  size: () => "Size",
  issueInvoice: () => "Issue Invoice",
  keepAndPrint: () => "Keep Draft and Print Receipt",
  issueLead: () => "An issued invoice keeps customer, lines and sums as they are now, for ever. A mistake is corrected by a credit note.",
  dueHint: () => "None, if left empty",
  suppliedHint: () => "The day of the repair, if left empty",
  wasIssued: (d) => d.document + " issued",
  wasIssuedAlready: (d) => d.document + " was issued already",
  oneNumber: () => "Another device did it at the same time. It has one number, the same on both.",
  issueFailed: {
    invoice: () => "Failed to issue the invoice",
    "credit-note": () => "Failed to issue the credit note"
  },
  follows: {
    invoice: () => "The invoice follows",
    "credit-note": () => "The credit note follows"
  },
  title: () => "Invoices",
  count: () => "invoices",
  none: () => "No invoices yet",
  issueVerb: () => "Issue",
  issueNoun: () => "Invoice",
  yourInvoice: () => "Your invoice",
  linkText: () => "Anyone who has this link sees this document, for at least 90 days. Copy it now: it is not shown again, but you can make another.",
  issueDraftFirst: () => "Issue the draft, or delete it."
} as InvoicesTexts
