// Made by `npm run texts` from schema/texts.
import type { UnfinishedTexts } from './unfinished-type.ts'


export const texts = {
  one: (d) => "You have an unfinished " + d.form + " from " + d.time + ".",
  count: (d) => "You have " + d.count + " unfinished forms.",
  named: (d) => d.noun + " “" + d.title + "”",
  discarded: (d) => "Unfinished " + d.noun + " discarded",
  discard: () => "Discard",
  "continue": () => "Continue",
  show: () => "Show",
  title: () => "Unfinished forms",
  lead: () => "What was typed and not saved. It stays on this device for 30 days.",
  gone: () => "It was deleted in the meantime. What you typed can be copied.",
  copyText: () => "Copy the text",
  goTo: (d) => "Go to " + d.shop
} as UnfinishedTexts
