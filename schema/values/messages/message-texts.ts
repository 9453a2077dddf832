import { messageStaysText } from './message-kinds.ts'

export const messageTexts = {
  ofCustomers: 'Only customers write this way, on the page of their order.',
  onlyRead: 'What a customer wrote can only be marked as read.',
  newIsWaiting: 'A new message waits until the server sends it.',
  stays: messageStaysText,
  sentStays: 'This message was sent, so it stays as it is.',
  cancelledStays: 'This message was cancelled. Write another one.',
  onlyCancelled: 'A message that waits can only be cancelled.',
  onlyRepeated: 'A message that failed can only be sent again or dismissed.',
  noAddress: { sms: 'The customer has no phone number with a country code.', email: 'The customer has no confirmed e-mail address.' },
  badAddress: { sms: 'The number must be like +15550102000.', email: 'The e-mail address is not valid.' },
  subjectNeeded: 'An e-mail needs a subject',
  wantsNone: 'This customer wants no messages.',
  otherCustomer: 'A message goes to the customer of its order.',
  statusChanged: 'The status changed before it was told.',
  sentJustNow: 'The same text went to this address less than a minute ago.',
  orderGone: 'The order was deleted.',
  unknownOutcome:
    'The server stopped while it handed this message over, or its database was restored: it may have arrived or not. Ask the customer, or send it again.',
  maybeSent: 'It may have arrived or not: the answer of the carrier was lost. Ask the customer, or send it again.',
  refused: 'The carrier does not take messages for this address.',
  usedUp: 'The shop has sent as many texts today as it may in a day. This one goes tomorrow.',
  foreignNumber: 'Texts go to numbers of the customer, and to other numbers only in the countries of the shop’s portal.',
  givenUp: 'It could not be sent for a day.',
} as const
