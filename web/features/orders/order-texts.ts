import type { OrderForm, OrderFormField } from '#schema/forms/order.ts'
import { textToPreview } from '#web/forms/news/remote-changes.ts'

const labelByField: Record<OrderFormField, string> = {
  customerId: 'Customer',
  itemDetails: 'Device details',
  issueDescription: 'Issue description',
  additionalRequests: 'Additional requests',
  orderNotes: 'Order notes',
  orderStatusId: 'Status',
  assignedEmployeeId: 'Assigned to',
  dueTimestamp: 'Due date',
  quotedCost: 'Quoted cost',
  priority: 'High priority',
  repeat: 'Repeating order',
}

/** How the ids and instants of a form read for a person. */
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
  return value
}

/** 'Quoted cost is now 85'. */
export function changeToText(stored: OrderForm, field: OrderFormField, words: OrderWords): string {
  return `${labelByField[field]} is now ${textToPreview(valueToText(stored, field, words))}`
}

/** What was typed, one line a field, for copying. */
export function formToText(form: OrderForm, words: OrderWords): string {
  const fields = Object.keys(labelByField) as OrderFormField[]
  return fields
    .flatMap((field) => (form[field] === '' || form[field] === false ? [] : [`${labelByField[field]}: ${valueToText(form, field, words)}`]))
    .join('\n')
}
