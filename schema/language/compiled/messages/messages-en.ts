// Made by `npm run texts` from schema/texts.
import type { MessagesTexts } from './messages-type.ts'


export const texts = {
  status: {
    "Dropped Off": (d) => "Hello " + d.name + ", we have your " + d.device + ". Its number is " + d.ticket + ". You can follow the repair here: " + d.link + " " + d.shop,
    "Waiting For Approval": (d) => "Hello " + d.name + ", we have looked at your " + d.device + " (" + d.ticket + ") and need your word before we go on: " + d.link + " " + d.shop,
    "Waiting For Part": (d) => "Hello " + d.name + ", we have ordered a part for your " + d.device + " (" + d.ticket + "). We write again when it is done. " + d.shop,
    Fixed: (d) => "Hello " + d.name + ", your " + d.device + " (" + d.ticket + ") is ready. To pay: " + d.balance + ". " + d.link + " " + d.shop,
    "Not Fixable": (d) => "Hello " + d.name + ", we are sorry: your " + d.device + " (" + d.ticket + ") cannot be repaired. Please come by. " + d.shop,
    "Picked up": (d) => "Hello " + d.name + ", thank you for your visit. We hope your " + d.device + " serves you well. " + d.shop
  },
  reminder: {
    "not-picked-up": (d) => "Hello " + d.name + ", your " + d.device + " (" + d.ticket + ") is ready and waits for you. To pay: " + d.balance + ". " + d.shop,
    "estimate-unanswered": (d) => "Hello " + d.name + ", our estimate for your " + d.device + " (" + d.ticket + ") still waits for your answer: " + d.link + " " + d.shop,
    "balance-open": (d) => "Hello " + d.name + ", " + d.balance + " for your " + d.device + " (" + d.ticket + ") is still open. You can see and pay it here: " + d.link + " " + d.shop
  },
  other: (d) => "Hello " + d.name + ", about your " + d.device + " (" + d.ticket + "): " + d.link + " " + d.shop,
  subject: (d) => "Your " + d.device + " (" + d.ticket + ")",
  estimateSubject: (d) => "Estimate for your " + d.device,
  estimate: (d) => "Hello " + d.name + ", here is our estimate for your " + d.device + " (" + d.ticket + "): " + d.link + " " + d.shop,
  invoiceSubject: (d) => "Your invoice " + d.number,
  invoice: (d) => "Hello " + d.name + ", here is invoice " + d.number + " for your " + d.device + " (" + d.ticket + "): " + d.link + " " + d.shop,
  creditNoteSubject: (d) => "Your credit note " + d.number,
  creditNote: (d) => "Hello " + d.name + ", here is credit note " + d.number + " for your " + d.device + " (" + d.ticket + "): " + d.link + " " + d.shop,
  replySubject: (d) => "Your order " + d.ticket,
  code: (d) => "Your " + d.shop + " verification code is " + d.code + ". It is valid for " + d.minutes + " minutes."
} as MessagesTexts
