// Made by `npm run texts` from schema/texts.
import type { ChecklistTexts } from './checklist-type.ts'


export const texts = {
  saveFailed: () => "Failed to save selections",
  saveOfOrderFailed: () => "Failed to save checklist selections",
  title: () => "Drop off Checklist",
  done: () => "Done",
  newOrder: () => "New order",
  "with": (d) => "With " + d.tickets,
  printLabel: () => "Print label",
  printReceipt: () => "Print receipt",
  printOneReceipt: () => "Print one receipt",
  anotherDevice: (d) => "Another device of " + d.customer,
  noItems: () => "No checklist items available for this shop.",
  noItemsSet: () => "No checklist items configured for this shop",
  count: (d) => d.ticked + " of " + d.all + " items selected"
} as ChecklistTexts
