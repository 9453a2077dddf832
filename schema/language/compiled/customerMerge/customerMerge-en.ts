// Made by `npm run texts` from schema/texts.
import type { CustomerMergeTexts } from './customerMerge-type.ts'
import { number, plural } from "@messageformat/runtime";
import { en } from "@messageformat/runtime/lib/cardinals";

export const texts = {
  title: () => "Likely duplicates",
  titleWithCount: (d) => "Likely duplicates (" + d.count + ")",
  text: () => "Customers who share a phone, an email or a name.",
  notRead: () => "This device could not read its customers. Close this and try again.",
  none: () => "No likely duplicates",
  firstShown: (d) => "The first " + d.count + " are shown.",
  count: (d) => plural(d.count, 0, en, { one: number("en", d.count, 0) + " likely duplicate", other: number("en", d.count, 0) + " likely duplicates" }),
  asName: (d) => d.reasons + " as " + d.name,
  merge: () => "Merge",
  mergeNow: () => "Merge…",
  mergeTwo: (d) => "Merge " + d.one + " with " + d.other,
  mergeWith: (d) => "Merge with " + d.name,
  merged: () => "Customers merged",
  mergedText: (d) => "“" + d.from + "” is now “" + d.to + "”.",
  mergeFailed: () => "Failed to merge customers",
  undone: () => "Merge undone",
  undoFailed: () => "Failed to undo the merge",
  mergeTitle: () => "Merge customers",
  mergeText: () => "One of the two stays. Orders, devices, phones and notes of both are kept.",
  whoStays: () => "Who stays",
  since: (d) => d.name + ", since " + d.day,
  result: () => "Result",
  movedFrom: (d) => "Moved from “" + d.name + "”: " + d.what + ".",
  codeEnds: (d) => "The access code of “" + d.name + "” ends: set a new one.",
  empty: () => "None",
  sameOne: (d) => "Same " + d.one,
  sameTwo: (d) => "Same " + d.one + " and " + d.two,
  sameThree: (d) => "Same " + d.one + ", " + d.two + " and " + d.three,
  reason: {
    phone: () => "phone",
    email: () => "email",
    name: () => "name"
  },
  field: {
    name: () => "Name",
    phone: () => "Phone",
    alternatePhone: () => "Alternate phone",
    email: () => "Email",
    company: () => "Company",
    address: () => "Address",
    taxId: () => "Tax ID",
    language: () => "Language"
  },
  movedOrders: (d) => plural(d.count, 0, en, { one: number("en", d.count, 0) + " order", other: number("en", d.count, 0) + " orders" }),
  movedDevices: (d) => plural(d.count, 0, en, { one: number("en", d.count, 0) + " device", other: number("en", d.count, 0) + " devices" }),
  movedBoth: (d) => d.orders + " and " + d.devices,
  notTheSame: () => "Not the same",
  notTheSamePerson: () => "Not the same person",
  notTheSameText: (d) => "“" + d.one + "” and “" + d.other + "” are not offered again.",
  isNotTheSame: (d) => d.other + " is not the same as " + d.one,
  offeredAgain: () => "Offered again",
  undoDecisionFailed: () => "Failed to undo",
  saveFailed: () => "Failed to save"
} as CustomerMergeTexts
