// Made by `npm run texts` from schema/texts.
import type { FormsTexts } from './forms-type.ts'


export const texts = {
  saving: () => "Saving...",
  notSaved: () => "Not saved.",
  discardQuestion: () => "Discard what you typed?",
  discard: () => "Discard",
  keepEditing: () => "Keep editing",
  notSavedYet: () => "It is not saved yet.",
  draft: (d) => "This is what you typed on " + d.time + " and did not save.",
  startOver: () => "Start over",
  yes: () => "Yes",
  refused: (d) => "The server refused this: " + d.reason + " Correct it and save; Cancel leaves it under “Needs attention”.",
  missing: () => "It may have been deleted, or it has not reached this device yet.",
  copyText: () => "Copy the text",
  typed: () => "What you typed and did not save:",
  changedMeanwhile: (d) => "Changed meanwhile: " + d.text,
  useIt: () => "Use it",
  deleted: (d) => "This " + d.noun + " was deleted in the meantime. What you typed stays here so that you can copy it.",
  notStored: (d) => "This " + d.noun + " could not be stored: " + d.reason + ". It is kept under “Needs attention”. What you typed stays here so that you can copy it.",
  otherShop: (d) => "This " + d.noun + " belongs to " + d.shop,
  otherShopText: () => "The address that you opened names another shop.",
  openThere: () => "Open it there"
} as FormsTexts
