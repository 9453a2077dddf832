/** Messages to and from customers, as staff write and read them. */
export const messaging = {
  tell: 'Tell {name}?',
  tellText: 'The shop has a message for this status.',
  // A button: write a message.
  write: 'Write',
  tellMany: 'Tell the customers?',
  message: 'Message',
  // A name of a field, and its checkbox: outside the hours in which messages go.
  atNight: 'At night too',
  sendAtNight: 'Send it at night too',
  yourAnswer: 'Your answer',
  channel: {
    sms: 'Text message',
    email: 'E-mail',
    // The same after a colon.
  },
  channelInText: {
    sms: 'text message',
    email: 'e-mail',
    // Messages that go because of an order's status. Text: a text message.
  },
  sms: {
    sent: 'Text sent',
    takenBackLater: 'Text is taken back once you are online, if it has not gone by then',
    takenBack: 'Text taken back',
    cancel: 'Cancel the text',
    // `when`: such as goes in 42 s.
    goes: 'Text {when} ·',
  },
  email: {
    sent: 'E-mail sent',
    takenBackLater: 'E-mail is taken back once you are online, if it has not gone by then',
    takenBack: 'E-mail taken back',
    cancel: 'Cancel the e-mail',
    goes: 'E-mail {when} ·',
  },
  isGoing: 'is going',
  goesIn: 'goes in {seconds} s',
  goesAt: 'goes {time}',
  changeFailed: 'Failed to change the message',
  title: {
    failed: 'Messages that were not sent',
    received: 'Messages from customers',
  },
  none: {
    failed: 'None are left.',
    received: 'All of them are read.',
  },
  sendAgain: 'Send Again',
  sendAgainFailed: 'Failed to send the message again',
  // Take a message off the list of those that were not sent.
  dismiss: 'Dismiss',
  dismissFailed: 'Failed to dismiss the message',
  markRead: 'Mark as Read',
  markReadFailed: 'Failed to mark the message as read',
  notSentCount: '{count} not sent',
  messages: '{count, plural, one {# message} other {# messages}}',
  aCustomer: 'A customer',
  openOrder: 'Open Order',
  sendEstimate: 'Send Estimate',
  sendInvoice: 'Send Invoice',
  sendCreditNote: 'Send Credit Note',
  written: 'Message written',
  writeFailed: 'Failed to write the message',
  writeToCustomer: 'Write to Customer',
  linkAndQr: 'Link and QR code',
  linkOffline: 'The server makes the link: that needs a connection. You can write a text or an e-mail now: it is sent once there is one.',
  noMessagesChange: "{name} wants no messages. Call instead, or change it in the customer's details.",
  noMessages: '{name} wants no messages. Call instead.',
  noAddress: '{name} has no phone and no e-mail address to answer to.',
  // A choice of texts to begin a message with.
  beginWith: 'Begin with',
  ownText: 'A text of your own',
  // `of`: a status or a reminder; `channel`: text message or e-mail.
  ruleName: '{of}: {channel}',
  characters: '{count} of {most} characters',
  preview: 'Preview',
  whatCustomerGets: 'The customer’s message',
  anyHourHint: 'Else what is written after nine in the evening goes at eight in the morning',
  // `placeholder`: a word in braces.
  unknownPlaceholder: '{placeholder} is not one of the placeholders',
  // The state of a message.
  state: {
    received: 'New',
    read: 'Read',
    sent: 'Sent',
    failed: 'Not sent',
    cancelled: 'Cancelled',
    waiting: 'Waiting',
    again: 'Trying again',
  },
  customerWrote: 'The customer wrote this {time}',
  way: {
    sms: 'By text message',
    email: 'By e-mail',
  },
  wayTo: {
    sms: 'By text message to {to}',
    email: 'By e-mail to {to}',
    // `way`: such as By e-mail.
  },
  sentAt: '{way}, sent {time}',
  writtenAt: '{way}, written {time}',
  // Stands in a message's text where the customer gets a link.
  linkTo: {
    estimate: '(link to the estimate)',
    invoice: '(link to the invoice)',
    order: '(link to the order)',
    // The title of a link that is shared with the customer.
  },
  yourRepair: 'Your repair',
  linkText: 'Anyone who has this link sees the order until 90 days after it is finished. Copy it now: it is not shown again, but you can make another.',
  linkFailed: 'Failed to make a link',
  linksWithdrawn: 'All links to this order are withdrawn',
  withdrawFailed: 'Failed to withdraw the links',
  customerLink: 'Customer Link',
  withdrawLinks: 'Withdraw Links',
  withdrawQuestion: 'Withdraw all links to this order, those in messages too?',
  linksOffline:
    'The server makes links and withdraws them: that needs a connection. A message with a link can be written now, and gets its link when it is sent.',
  panel: 'Messages',
  // After a number.
  panelCount: 'messages',
  nothingWritten: 'Nothing was written to the customer yet',
  sendNow: 'Send Now',
  goesAtOnce: 'It goes at once',
  cancelMessage: 'Cancel Message',
  messageCancelled: 'Message cancelled',
  markedRead: 'Marked as read',
  triedAgain: 'It will be tried again',
  messageDismissed: 'Message dismissed',
  fromCustomer: 'From the customer',
  sendAnswer: 'Send the answer',
  // A noun.
  answer: 'Answer',
  answerBy: {
    sms: 'Answer by text message',
    email: 'Answer by e-mail',
  },
  readFailed: 'Failed to read the orders',
  writeManyFailed: 'Failed to write the messages',
  writtenMany: '{count, plural, one {# message written} other {# messages written}}',
  notWrittenMany: '{count, plural, one {# message not written} other {# messages not written}}',
  sendMany: 'Send {count, plural, one {# message} other {# messages}}',
  channelAndCount: '{channel}, {count, plural, one {# message} other {# messages}}',
  filledIn: 'Names, tickets and devices are filled in for each order.',
  otherStatusByNow: 'The orders have another status by now.',
  leftOut:
    '{count, plural, one {# order is left out: its customer wants} other {# orders are left out: their customers want}} no messages or cannot be reached this way.',
  wrote: '{name} wrote',
  andMore: '{text} And {count} more.',
}
