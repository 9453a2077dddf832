// Made by `npm run texts` from schema/texts.
import type { OrderBulkTexts } from './orderBulk-type.ts'
import { number, plural } from "@messageformat/runtime";
import { en } from "@messageformat/runtime/lib/cardinals";

export const texts = {
  done: {
    updated: (d) => plural(d.count, 0, en, { one: number("en", d.count, 0) + " order updated", other: number("en", d.count, 0) + " orders updated" }),
    deleted: (d) => plural(d.count, 0, en, { one: number("en", d.count, 0) + " order deleted", other: number("en", d.count, 0) + " orders deleted" }),
    setBack: (d) => plural(d.count, 0, en, { one: number("en", d.count, 0) + " order set back", other: number("en", d.count, 0) + " orders set back" }),
    restored: (d) => plural(d.count, 0, en, { one: number("en", d.count, 0) + " order restored", other: number("en", d.count, 0) + " orders restored" })
  },
  notDone: {
    updated: (d) => plural(d.count, 0, en, { one: number("en", d.count, 0) + " order not updated", other: number("en", d.count, 0) + " orders not updated" }),
    deleted: (d) => plural(d.count, 0, en, { one: number("en", d.count, 0) + " order not deleted", other: number("en", d.count, 0) + " orders not deleted" }),
    setBack: (d) => plural(d.count, 0, en, { one: number("en", d.count, 0) + " order not set back", other: number("en", d.count, 0) + " orders not set back" }),
    restored: (d) => plural(d.count, 0, en, { one: number("en", d.count, 0) + " order not restored", other: number("en", d.count, 0) + " orders not restored" })
  },
  going: {
    updated: (d) => "Updating " + plural(d.count, 0, en, { one: number("en", d.count, 0) + " order", other: number("en", d.count, 0) + " orders" }),
    deleted: (d) => "Deleting " + plural(d.count, 0, en, { one: number("en", d.count, 0) + " order", other: number("en", d.count, 0) + " orders" }),
    setBack: (d) => "Setting back " + plural(d.count, 0, en, { one: number("en", d.count, 0) + " order", other: number("en", d.count, 0) + " orders" }),
    restored: (d) => "Restoring " + plural(d.count, 0, en, { one: number("en", d.count, 0) + " order", other: number("en", d.count, 0) + " orders" })
  },
  wereSo: (d) => plural(d.count, 0, en, { one: number("en", d.count, 0) + " order was so already", other: number("en", d.count, 0) + " orders were so already" }),
  wereGone: (d) => plural(d.count, 0, en, { one: number("en", d.count, 0) + " order was gone already", other: number("en", d.count, 0) + " orders were gone already" }),
  andWereSo: (d) => d.done + ", " + plural(d.count, 0, en, { one: number("en", d.count, 0) + " was so already", other: number("en", d.count, 0) + " were so already" }),
  andWereGone: (d) => d.done + ", " + plural(d.count, 0, en, { one: number("en", d.count, 0) + " was gone already", other: number("en", d.count, 0) + " were gone already" }),
  undoThe: {
    updated: (d) => "Undo the " + d.count + " updated",
    deleted: (d) => "Undo the " + d.count + " deleted"
  },
  progress: () => "Progress",
  triedOf: (d) => d.tried + " of " + d.total,
  cancelHint: () => "What is done stays done when you cancel; you can take it back afterwards.",
  leftCancelled: (d) => plural(d.count, 0, en, { one: number("en", d.count, 0) + " order was not tried, because you cancelled.", other: number("en", d.count, 0) + " orders were not tried, because you cancelled." }),
  leftTrouble: (d) => plural(d.count, 0, en, { one: number("en", d.count, 0) + " order was not tried", other: number("en", d.count, 0) + " orders were not tried" }) + ": " + d.trouble,
  stillSelected: () => "What was not done is still selected.",
  moreStay: (d) => "And " + plural(d.count, 0, en, { one: number("en", d.count, 0) + " order", other: number("en", d.count, 0) + " orders" }) + " more, which stay selected.",
  orderGone: () => "An order that is no longer here",
  changedSince: () => "Somebody has changed it since. It is left as it is.",
  priorityOn: () => "Priority: on",
  priorityOff: () => "Priority: off",
  ask: {
    updated: (d) => "Update " + plural(d.count, 0, en, { one: number("en", d.count, 0) + " order", other: number("en", d.count, 0) + " orders" }) + "?",
    deleted: (d) => "Delete " + plural(d.count, 0, en, { one: number("en", d.count, 0) + " order", other: number("en", d.count, 0) + " orders" }) + "?"
  },
  deleteHint: (d) => "All that belongs to them goes along. They can be brought back for " + d.days + " days from Recently deleted.",
  notAllChanged: () => "The orders could not all be changed",
  selectAllFailed: () => "Failed to select all orders",
  selectedOrders: () => "Selected orders",
  selected: (d) => d.count + " selected",
  selectFound: (d) => "Select all " + d.count + " found",
  clearSelection: () => "Clear the selection",
  priority: () => "Priority",
  noPriority: () => "No priority",
  csv: () => "CSV",
  shop: () => "Shop",
  exported: () => "Export Successful",
  inFile: (d) => plural(d.count, 0, en, { one: number("en", d.count, 0) + " order", other: number("en", d.count, 0) + " orders" }) + " in the file.",
  exportFailed: () => "Export Failed",
  exportFailedText: () => "The orders could not be written. Please try again.",
  closedDeleting: (d) => "The page was closed while " + plural(d.count, 0, en, { one: number("en", d.count, 0) + " order", other: number("en", d.count, 0) + " orders" }) + " were being deleted. " + d.done + " are done, " + d.left + " are not.",
  closedUpdating: (d) => "The page was closed while " + plural(d.count, 0, en, { one: number("en", d.count, 0) + " order", other: number("en", d.count, 0) + " orders" }) + " were being updated (" + d.change + "). " + d.done + " are done, " + d.left + " are not.",
  selectRest: () => "Select what is not done",
  dismiss: () => "Dismiss"
} as OrderBulkTexts
