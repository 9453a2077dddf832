// Made by `npm run texts` from schema/texts.
import type { CommonTexts } from './common-type.ts'


export const texts = {
  save: () => "Save",
  cancel: () => "Cancel",
  close: () => "Close",
  "delete": () => "Delete",
  edit: () => "Edit",
  add: () => "Add",
  remove: () => "Remove",
  undo: () => "Undo",
  retry: () => "Retry",
  tryAgain: () => "Try again",
  back: () => "Back",
  next: () => "Next",
  print: () => "Print",
  send: () => "Send",
  copy: () => "Copy",
  open: () => "Open",
  search: () => "Search",
  loading: () => "Loading...",
  yes: () => "Yes",
  no: () => "No",
  name: () => "Name",
  phone: () => "Phone",
  email: () => "Email",
  customer: () => "Customer",
  order: () => "Order",
  date: () => "Date",
  status: () => "Status",
  total: () => "Total"
} as CommonTexts
