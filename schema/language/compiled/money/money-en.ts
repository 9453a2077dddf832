// Made by `npm run texts` from schema/texts.
import type { MoneyTexts } from './money-type.ts'


export const texts = {
  title: {
    payment: () => "Order Payments",
    cost: () => "Order Costs"
  },
  empty: {
    payment: () => "No payments yet",
    cost: () => "No costs yet"
  },
  list: {
    payment: () => "Payments",
    cost: () => "Costs"
  },
  noun: {
    payment: () => "Payment",
    refund: () => "Refund",
    cost: () => "Cost"
  },
  lowNoun: {
    payment: () => "payment",
    refund: () => "refund",
    cost: () => "cost"
  },
  addVerb: () => "Add",
  addNoun: {
    payment: () => "Payment",
    cost: () => "Cost"
  },
  add: {
    payment: () => "Add Payment",
    refund: () => "Add Refund",
    cost: () => "Add Cost"
  },
  addAmount: (d) => "Add " + d.amount,
  changeToAmount: (d) => "Change to " + d.amount,
  added: {
    payment: () => "Payment added successfully",
    refund: () => "Refund added successfully",
    cost: () => "Cost added successfully"
  },
  addFailed: {
    payment: () => "Failed to add payment",
    refund: () => "Failed to add refund",
    cost: () => "Failed to add cost"
  },
  edit: {
    payment: () => "Edit Payment",
    refund: () => "Edit Refund",
    cost: () => "Edit Cost"
  },
  update: {
    payment: () => "Update Payment",
    refund: () => "Update Refund",
    cost: () => "Update Cost"
  },
  updated: {
    payment: () => "Payment updated successfully",
    refund: () => "Refund updated successfully",
    cost: () => "Cost updated successfully"
  },
  updateFailed: {
    payment: () => "Failed to update payment",
    refund: () => "Failed to update refund",
    cost: () => "Failed to update cost"
  },
  deleted: {
    payment: () => "Payment deleted successfully",
    refund: () => "Refund deleted successfully",
    cost: () => "Cost deleted successfully"
  },
  deleteFailed: {
    payment: () => "Failed to delete payment",
    refund: () => "Failed to delete refund",
    cost: () => "Failed to delete cost"
  },
  notFound: {
    payment: () => "Payment not found",
    cost: () => "Cost not found"
  },
  editOf: {
    payment: (d) => "Edit payment " + d.amount,
    refund: (d) => "Edit refund " + d.amount,
    cost: (d) => "Edit cost " + d.amount
  },
  deleteOf: {
    payment: (d) => "Delete payment " + d.amount,
    refund: (d) => "Delete refund " + d.amount,
    cost: (d) => "Delete cost " + d.amount
  },
  refundPayment: (d) => "Refund payment " + d.amount,
  refunded: (d) => "Refunded " + d.amount,
  invoiced: () => "Invoiced",
  saving: () => "Saving...",
  reason: () => "Reason",
  dateHint: () => "Now, when it is saved",
  beforeTax: () => "Before tax",
  afterTax: () => "After tax",
  switchedToAfter: () => "Changed to after tax"
} as MoneyTexts
