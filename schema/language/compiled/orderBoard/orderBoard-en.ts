// Made by `npm run texts` from schema/texts.
import type { OrderBoardTexts } from './orderBoard-type.ts'
import { number, plural } from "@messageformat/runtime";
import { en } from "@messageformat/runtime/lib/cardinals";

export const texts = {
  notMoved: () => "Order not moved",
  deletedMeanwhile: () => "It was deleted meanwhile.",
  cardOver: (d) => d.order + " over " + d.status + ", " + plural(d.count, 0, en, { one: number("en", d.count, 0) + " order", other: number("en", d.count, 0) + " orders" }) + ".",
  takenUp: (d) => d.order + " taken up from " + d.status + ".",
  takenUpByKey: (d) => d.order + " taken up from " + d.status + ". Left and right choose a status, Space puts it down, Escape puts it back.",
  board: () => "Board of orders",
  keys: () => "Space takes the order up to move it to another status. Shift with F10 opens its actions.",
  column: (d) => d.status + ", " + plural(d.count, 0, en, { one: number("en", d.count, 0) + " order", other: number("en", d.count, 0) + " orders" }),
  unfold: (d) => "Open " + d.status,
  fold: (d) => "Fold " + d.status,
  noOrders: () => "No orders",
  moveTo: () => "Move to",
  ticket: {
    find: () => "Find a ticket",
    none: (d) => "No order with the ticket " + d.ticket,
    coming: () => "The orders of this shop are still coming to this device. This page opens the order as soon as it is here.",
    why: () => "It may have been deleted, or made on a device that has not sent it yet. Check the number, or search for the customer or the device.",
    several: (d) => d.count + " orders have or had the ticket " + d.ticket,
    compare: () => "Compare the customer and the device with the label.",
    number: () => "Ticket number",
    open: () => "Open order",
    search: () => "Search in Orders"
  },
  movedMeanwhile: () => "Somebody moved or deleted it meanwhile."
} as OrderBoardTexts
