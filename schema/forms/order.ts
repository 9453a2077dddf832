import { z } from 'zod'
import { orders, type Order } from '../collections/orders.ts'
import { longTextMaxLength, reference, text } from '../fields.ts'
import { orderStatusIdByName } from '../rules/order-status.ts'
import { checkedBy, textToNullable } from './checked-by.ts'

const keep = { onParentDelete: { action: 'keep' } } as const
const { fields } = orders

/** Everything of an order but its customer, with the FORM wording of the messages (VAL-15..18). */
const orderFormShape = {
  orderStatusId: checkedBy(reference('Status', 'order_statuses', { required: 'Order status is required', ...keep }).schema),
  assignedEmployeeId: checkedBy(fields.assignedEmployeeId.schema),
  itemDetails: checkedBy(text('Device details', { required: 'Item details are required', max: longTextMaxLength }).schema),
  issueDescription: checkedBy(fields.issueDescription.schema),
  quotedCost: checkedBy(fields.quotedCost.schema),
  /** ISO instant, '' for none. */
  dueTimestamp: checkedBy(fields.dueTimestamp.schema),
  priority: z.boolean(),
  repeat: z.boolean(),
  additionalRequests: checkedBy(fields.additionalRequests.schema),
  orderNotes: checkedBy(fields.orderNotes.schema),
}

/** The order part of the combined form. */
export const orderPartFormSchema = z.object(orderFormShape)

/** What the order dialog holds: texts as typed, '' where nothing is chosen. */
export const orderFormSchema = z.object({
  customerId: checkedBy(reference('Customer', 'customers', { required: 'Customer is required', ...keep }).schema),
  ...orderFormShape,
})

export type OrderPartForm = z.input<typeof orderPartFormSchema>
export type OrderForm = z.input<typeof orderFormSchema>
export type OrderFormField = keyof OrderForm

export type OrderPartValues = Pick<Order, Exclude<OrderFormField, 'customerId'>>
export type OrderValues = Pick<Order, OrderFormField>

/** A new order's part: unassigned, no quote, due when the caller says (CONST-18). */
export function newOrderPartForm(options: { orderStatusId: string; dueTimestamp: string }): OrderPartForm {
  return {
    assignedEmployeeId: '',
    itemDetails: '',
    issueDescription: '',
    quotedCost: '',
    priority: false,
    repeat: false,
    additionalRequests: '',
    orderNotes: '',
    ...options,
  }
}

/** ORD-29, AMB-83: 'Dropped Off', else empty in the order form and the first status in the combined one. */
export function defaultStatusId(statuses: readonly { id: string }[], otherwise: 'empty' | 'first'): string {
  const droppedOff = orderStatusIdByName['Dropped Off']
  if (statuses.some(({ id }) => id === droppedOff)) return droppedOff
  return otherwise === 'first' ? (statuses[0]?.id ?? '') : ''
}

/** Total: also takes a form that is not valid yet. */
export function orderPartFormToValues(form: OrderPartForm): OrderPartValues {
  return {
    orderStatusId: form.orderStatusId,
    assignedEmployeeId: textToNullable(form.assignedEmployeeId),
    itemDetails: form.itemDetails.trim(),
    issueDescription: form.issueDescription,
    quotedCost: textToNullable(form.quotedCost.trim()),
    dueTimestamp: textToNullable(form.dueTimestamp),
    priority: form.priority,
    repeat: form.repeat,
    additionalRequests: textToNullable(form.additionalRequests),
    orderNotes: textToNullable(form.orderNotes),
  }
}

export const orderFormToValues = (form: OrderForm): OrderValues => ({ customerId: form.customerId, ...orderPartFormToValues(form) })

export function orderToForm(order: OrderValues): OrderForm {
  return {
    customerId: order.customerId,
    orderStatusId: order.orderStatusId,
    assignedEmployeeId: order.assignedEmployeeId ?? '',
    itemDetails: order.itemDetails,
    issueDescription: order.issueDescription,
    quotedCost: order.quotedCost ?? '',
    dueTimestamp: order.dueTimestamp ?? '',
    priority: order.priority,
    repeat: order.repeat,
    additionalRequests: order.additionalRequests ?? '',
    orderNotes: order.orderNotes ?? '',
  }
}
