// Made by `npm run texts` from schema/texts.
import type { ServicesTexts } from './services-type.ts'


export const texts = {
  notFound: () => "Service not found",
  added: () => "Service added",
  addFailed: () => "Failed to add service",
  add: () => "Add Service",
  updated: () => "Service updated",
  updateFailed: () => "Failed to update service",
  edit: () => "Edit Service",
  update: () => "Update Service",
  noun: () => "service",
  anyDevice: () => "Any device",
  yes: () => "yes",
  no: () => "no",
  noChoice: () => "none",
  otherChoice: () => "another one",
  nameHint: () => "As customers say it, such as Screen",
  modelHint: () => "Empty: for any device",
  priceHint: () => "Empty: after diagnosis",
  minutesHint: () => "Until it is ready; sets the due time",
  warrantyHint: () => "Empty: as usual in this shop",
  partHint: () => "What it takes from stock",
  archivedHint: () => "No longer offered",
  usualRate: () => "As usual"
} as ServicesTexts
