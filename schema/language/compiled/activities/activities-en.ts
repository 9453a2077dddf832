// Made by `npm run texts` from schema/texts.
import type { ActivitiesTexts } from './activities-type.ts'
import { number, plural } from "@messageformat/runtime";
import { en } from "@messageformat/runtime/lib/cardinals";

export const texts = {
  title: () => "Activities",
  changesNotAccepted: () => "Changes not accepted",
  searchLabel: () => "Search activities by text or user",
  searchHint: () => "Text or user",
  noneMatch: () => "No activities match the current filters",
  noneFound: (d) => "No activities found for " + d.shop,
  clearFilters: () => "Clear Filters",
  newEntries: (d) => plural(d.count, 0, en, { one: number("en", d.count, 0) + " new entry: show", other: number("en", d.count, 0) + " new entries: show" }),
  loadOlder: () => "Load older entries",
  soFar: () => "so far",
  ofLoaded: () => "of those loaded",
  ofDevice: () => "of those on this device",
  searchedSinceOffline: (d) => "Only entries since " + d.since + " are searched. Older entries need a connection to the server.",
  olderOffline: () => "Older entries need a connection to the server.",
  searchingOlder: () => "Searching older entries on the server...",
  loadingOlder: () => "Loading older entries...",
  searchedSince: (d) => "Entries since " + d.since + " are searched.",
  shownSince: (d) => "Entries since " + d.since + " are shown.",
  begins: (d) => "The log begins on " + d.since + ". Older entries have been removed, except those of orders that are not finished.",
  entries: () => "Log entries",
  user: (d) => "User: " + d.name,
  deletedSince: () => "Deleted since, see Recently deleted",
  arrived: () => "arrived",
  loading: () => "Loading activities...",
  nothingToUndo: () => "Nothing to undo",
  broughtBack: (d) => "“" + d.name + "” has been brought back already.",
  keepsTaken: (d) => "“" + d.name + "” keeps phones and notes that it took over.",
  undoFailed: () => "Failed to undo the merge",
  undoMergeOf: (d) => "Undo the merge of " + d.name,
  undoMerge: () => "Undo the merge"
} as ActivitiesTexts
