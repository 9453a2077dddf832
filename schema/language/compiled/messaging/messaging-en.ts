// Made by `npm run texts` from schema/texts.
import type { MessagingTexts } from './messaging-type.ts'
import { number, plural } from "@messageformat/runtime";
import { en } from "@messageformat/runtime/lib/cardinals";

export const texts = {
  tell: (d) => "Tell " + d.name + "?",
  tellText: () => "The shop has a message for this status.",
  write: () => "Write",
  tellMany: () => "Tell the customers?",
  message: () => "Message",
  atNight: () => "At night too",
  sendAtNight: () => "Send it at night too",
  yourAnswer: () => "Your answer",
  channel: {
    sms: () => "Text message",
    email: () => "E-mail"
  },
  channelInText: {
    sms: () => "text message",
    email: () => "e-mail"
  },
  sms: {
    sent: () => "Text sent",
    takenBackLater: () => "Text is taken back once you are online, if it has not gone by then",
    takenBack: () => "Text taken back",
    cancel: () => "Cancel the text",
    goes: (d) => "Text " + d.when + " ·"
  },
  email: {
    sent: () => "E-mail sent",
    takenBackLater: () => "E-mail is taken back once you are online, if it has not gone by then",
    takenBack: () => "E-mail taken back",
    cancel: () => "Cancel the e-mail",
    goes: (d) => "E-mail " + d.when + " ·"
  },
  isGoing: () => "is going",
  goesIn: (d) => "goes in " + d.seconds + " s",
  goesAt: (d) => "goes " + d.time,
  changeFailed: () => "Failed to change the message",
  title: {
    failed: () => "Messages that were not sent",
    received: () => "Messages from customers"
  },
  none: {
    failed: () => "None are left.",
    received: () => "All of them are read."
  },
  sendAgain: () => "Send Again",
  sendAgainFailed: () => "Failed to send the message again",
  dismiss: () => "Dismiss",
  dismissFailed: () => "Failed to dismiss the message",
  markRead: () => "Mark as Read",
  markReadFailed: () => "Failed to mark the message as read",
  notSentCount: (d) => d.count + " not sent",
  messages: (d) => plural(d.count, 0, en, { one: number("en", d.count, 0) + " message", other: number("en", d.count, 0) + " messages" }),
  aCustomer: () => "A customer",
  openOrder: () => "Open Order",
  sendEstimate: () => "Send Estimate",
  sendInvoice: () => "Send Invoice",
  sendCreditNote: () => "Send Credit Note",
  written: () => "Message written",
  writeFailed: () => "Failed to write the message",
  writeToCustomer: () => "Write to Customer",
  linkAndQr: () => "Link and QR code",
  linkOffline: () => "The server makes the link: that needs a connection. You can write a text or an e-mail now: it is sent once there is one.",
  noMessagesChange: (d) => d.name + " wants no messages. Call instead, or change it in the customer's details.",
  noMessages: (d) => d.name + " wants no messages. Call instead.",
  noAddress: (d) => d.name + " has no phone and no e-mail address to answer to.",
  beginWith: () => "Begin with",
  ownText: () => "A text of your own",
  ruleName: (d) => d.of + ": " + d.channel,
  characters: (d) => d.count + " of " + d.most + " characters",
  preview: () => "Preview",
  whatCustomerGets: () => "What the customer gets",
  anyHourHint: () => "Else what is written after nine in the evening goes at eight in the morning",
  unknownPlaceholder: (d) => d.placeholder + " is not one of the placeholders",
  state: {
    received: () => "New",
    read: () => "Read",
    sent: () => "Sent",
    failed: () => "Not sent",
    cancelled: () => "Cancelled",
    waiting: () => "Waiting",
    again: () => "Trying again"
  },
  customerWrote: (d) => "The customer wrote this " + d.time,
  way: {
    sms: () => "By text message",
    email: () => "By e-mail"
  },
  wayTo: {
    sms: (d) => "By text message to " + d.to,
    email: (d) => "By e-mail to " + d.to
  },
  sentAt: (d) => d.way + ", sent " + d.time,
  writtenAt: (d) => d.way + ", written " + d.time,
  linkTo: {
    estimate: () => "(link to the estimate)",
    invoice: () => "(link to the invoice)",
    order: () => "(link to the order)"
  },
  yourRepair: () => "Your repair",
  linkText: () => "Anyone who has this link sees the order until 90 days after it is finished. Copy it now: it is not shown again, but you can make another.",
  linkFailed: () => "Failed to make a link",
  linksWithdrawn: () => "All links to this order are withdrawn",
  withdrawFailed: () => "Failed to withdraw the links",
  customerLink: () => "Customer Link",
  withdrawLinks: () => "Withdraw Links",
  withdrawQuestion: () => "Withdraw all links to this order, those in messages too?",
  linksOffline: () => "The server makes links and withdraws them: that needs a connection. A message with a link can be written now, and gets its link when it is sent.",
  panel: () => "Messages",
  panelCount: () => "messages",
  nothingWritten: () => "Nothing was written to the customer yet",
  sendNow: () => "Send Now",
  goesAtOnce: () => "It goes at once",
  cancelMessage: () => "Cancel Message",
  messageCancelled: () => "Message cancelled",
  markedRead: () => "Marked as read",
  triedAgain: () => "It will be tried again",
  messageDismissed: () => "Message dismissed",
  fromCustomer: () => "From the customer",
  sendAnswer: () => "Send the answer",
  answer: () => "Answer",
  answerBy: {
    sms: () => "Answer by text message",
    email: () => "Answer by e-mail"
  },
  readFailed: () => "Failed to read the orders",
  writeManyFailed: () => "Failed to write the messages",
  writtenMany: (d) => plural(d.count, 0, en, { one: number("en", d.count, 0) + " message written", other: number("en", d.count, 0) + " messages written" }),
  notWrittenMany: (d) => plural(d.count, 0, en, { one: number("en", d.count, 0) + " message not written", other: number("en", d.count, 0) + " messages not written" }),
  sendMany: (d) => "Send " + plural(d.count, 0, en, { one: number("en", d.count, 0) + " message", other: number("en", d.count, 0) + " messages" }),
  channelAndCount: (d) => d.channel + ", " + plural(d.count, 0, en, { one: number("en", d.count, 0) + " message", other: number("en", d.count, 0) + " messages" }),
  filledIn: () => "Names, tickets and devices are filled in for each order.",
  otherStatusByNow: () => "The orders have another status by now.",
  leftOut: (d) => plural(d.count, 0, en, { one: number("en", d.count, 0) + " order is left out: its customer wants", other: number("en", d.count, 0) + " orders are left out: their customers want" }) + " no messages or cannot be reached this way.",
  wrote: (d) => d.name + " wrote",
  andMore: (d) => d.text + " And " + d.count + " more."
} as MessagingTexts
