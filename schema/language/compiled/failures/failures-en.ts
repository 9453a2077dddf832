// Made by `npm run texts` from schema/texts.
import type { FailuresTexts } from './failures-type.ts'


export const texts = {
  changes: () => "Failed to save changes",
  customerAndOrder: () => "Failed to create customer and order",
  merge: () => "Failed to merge customers",
  deleteCustomer: () => "Delete failed",
  checklist: () => "Failed to save checklist selections",
  taskAssignment: () => "Failed to update task assignment",
  paste: () => "Paste Failed",
  category: {
    create: () => "Error adding child category",
    update: () => "Error updating child category",
    "delete": () => "Error deleting child category"
  },
  add: (d) => "Failed to add " + d.noun,
  action: {
    create: (d) => "Failed to create " + d.noun,
    update: (d) => "Failed to update " + d.noun,
    "delete": (d) => "Failed to delete " + d.noun,
    restore: (d) => "Failed to restore " + d.noun
  },
  entry: () => "entry"
} as FailuresTexts
