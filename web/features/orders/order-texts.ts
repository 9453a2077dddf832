import { fieldToNews, typedToLines } from '#web/forms/news/form-words.ts'
import { type OrderForm, orderForm, type OrderFormField } from './form.ts'

export type OrderWords = {
  statusName: (id: string) => string
  employeeName: (id: string) => string
  customerName: (id: string) => string
  dateTime: (instant: string) => string
}

function valueToText(form: OrderForm, field: OrderFormField, words: OrderWords): string {
  const value = form[field]
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (field === 'orderStatusId') return words.statusName(value)
  if (field === 'assignedEmployeeId') return value === '' ? 'nobody' : words.employeeName(value)
  if (field === 'customerId') return words.customerName(value)
  if (field === 'dueTimestamp') return value === '' ? 'none' : words.dateTime(value)
  if (field === 'assetId') return value === '' ? 'not chosen' : 'another device'
  if (field === 'passcode') return value === '' ? 'none' : 'another one'
  return value
}

/** 'Quoted cost is now 85'. */
export const changeToText = (stored: OrderForm, field: OrderFormField, words: OrderWords): string =>
  fieldToNews(orderForm, field, valueToText(stored, field, words))

/** Not listed as changes: the passcode is secret, and a device id means nothing to users. */
const isUntold = (field: OrderFormField): boolean => field === 'passcode' || field === 'assetId'

/** The typed values, one line per field, for the clipboard. */
export const formToText = (form: OrderForm, words: OrderWords): string =>
  typedToLines(orderForm, (field) => (form[field] === '' || form[field] === false || isUntold(field) ? '' : valueToText(form, field, words)))
