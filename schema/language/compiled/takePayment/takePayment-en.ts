// Made by `npm run texts` from schema/texts.
import type { TakePaymentTexts } from './takePayment-type.ts'


export const texts = {
  take: () => "Take payment",
  added: {
    sale: () => "Sale added successfully",
    payments: () => "Payments added successfully",
    payment: () => "Payment added successfully"
  },
  addFailed: {
    sale: () => "Failed to add sale",
    payment: () => "Failed to add payment"
  },
  saveAndPrint: () => "Save and print",
  savePickUpPrint: () => "Save, pick up, print",
  oneMethod: () => "One method",
  severalMethods: () => "Several methods",
  receivedInCash: () => "Received in cash",
  receivedHint: () => "What the customer hands over, for the change",
  receivedAndChange: (d) => "Received " + d.given + " · change " + d.change,
  note: () => "Note",
  onlyDeposit: () => "Nothing is charged yet, so this is a deposit.",
  toPay: (d) => "To pay " + d.amount,
  nothingToPay: () => "Nothing to pay",
  together: (d) => "Together " + d.sum,
  togetherLeft: (d) => "Together " + d.sum + " · " + d.left + " still to pay",
  togetherMore: (d) => "Together " + d.sum + " · " + d.more + " more than is to pay"
} as TakePaymentTexts
