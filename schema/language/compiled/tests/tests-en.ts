// Made by `npm run texts` from schema/texts.
import type { TestsTexts } from './tests-type.ts'
import { en } from "@messageformat/runtime/lib/cardinals";
import { plural } from "@messageformat/runtime";

export const texts = {
  reasonMissing: () => "Reason is required",
  orderUpdated: () => "Order updated successfully",
  statusIs: (d) => "Status: " + d.status,
  orderFailed: () => "Failed to update order",
  missing: () => "Tests are missing",
  backToTests: () => "Back to the tests",
  setAnyway: (d) => "Set " + d.status + " anyway",
  notYet: (d) => d.missing + ". The order is not " + d.status + " yet.",
  reason: () => "Reason",
  reasonHint: () => "It becomes a note of the order",
  managerCan: () => "Somebody who manages the shop can set it anyway.",
  tests: () => "Tests",
  when: () => "When",
  at: {
    before: () => "Before the repair",
    after: () => "After the repair"
  },
  count: {
    before: (d) => plural(d.failed, 0, en, { "0": "Before " + d.done + " of " + d.all, other: "Before " + d.done + " of " + d.all + ", " + d.failed + " failed" }),
    after: (d) => plural(d.failed, 0, en, { "0": "After " + d.done + " of " + d.all, other: "After " + d.done + " of " + d.all + ", " + d.failed + " failed" })
  },
  photosHint: () => "Photos of what was found belong to Photos above.",
  saveFailed: () => "Failed to save the test",
  item: {
    before: (d) => d.item + ", before",
    after: (d) => d.item + ", after"
  },
  noteOn: {
    before: (d) => "Note on " + d.item + ", before",
    after: (d) => "Note on " + d.item + ", after"
  },
  note: () => "Note",
  notFound: () => "Test list not found",
  added: () => "Test list added",
  addFailed: () => "Failed to add test list",
  add: () => "Add Test List",
  updated: () => "Test list updated",
  updateFailed: () => "Failed to update test list",
  edit: () => "Edit Test List",
  update: () => "Update Test List",
  noun: () => "test list",
  anyDevice: () => "Any device",
  yes: () => "yes",
  no: () => "no",
  noStatus: () => "none",
  anotherStatus: () => "another one",
  itemsHint: () => "What is tested, one a line: Camera, Microphone, Wi-Fi",
  chooseNoStatus: () => "No status",
  archivedHint: () => "No longer offered; results stay"
} as TestsTexts
