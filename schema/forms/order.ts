import { z } from 'zod'
import { orders, type Order } from '../collections/work/orders.ts'
import { longTextMaxLength, reference, text } from '../fields.ts'
import { orderStatusIdByName } from '../rules/orders/order-status.ts'
import { checkedBy, textToNullable } from './checked-by.ts'

const keep = { onParentDelete: { action: 'keep' } } as const
const { fields } = orders

/** What an order's form holds: texts as typed, '' where nothing is chosen; messages in the FORM wording (VAL-15..18). */
export const orderFormSchema = z.object({
  customerId: checkedBy(reference('Customer', 'customers', { required: 'Customer is required', ...keep }).schema),
  itemDetails: checkedBy(text('Device details', { required: 'Item details are required', max: longTextMaxLength }).schema),
  issueDescription: checkedBy(fields.issueDescription.schema),
  additionalRequests: checkedBy(fields.additionalRequests.schema),
  orderNotes: checkedBy(fields.orderNotes.schema),
  orderStatusId: checkedBy(reference('Status', 'order_statuses', { required: 'Order status is required', ...keep }).schema),
  assignedEmployeeId: checkedBy(fields.assignedEmployeeId.schema),
  /** ISO instant, '' for none. */
  dueTimestamp: checkedBy(fields.dueTimestamp.schema),
  quotedCost: checkedBy(fields.quotedCost.schema),
  priority: z.boolean(),
  repeat: z.boolean(),
})

export type OrderForm = z.input<typeof orderFormSchema>
export type OrderFormField = keyof OrderForm

export type OrderValues = Pick<Order, OrderFormField>

/** A new order: unassigned, no quote, due when the caller says (CONST-18). */
export const newOrderForm = ({ customerId, orderStatusId, dueTimestamp }: Pick<OrderForm, 'customerId' | 'orderStatusId' | 'dueTimestamp'>): OrderForm => ({
  // In the order of the screen: that is the order in which errors take the focus.
  customerId,
  itemDetails: '',
  issueDescription: '',
  additionalRequests: '',
  orderNotes: '',
  orderStatusId,
  assignedEmployeeId: '',
  dueTimestamp,
  quotedCost: '',
  priority: false,
  repeat: false,
})

/** ORD-29, AMB-83: 'Dropped Off', else empty in the order form and the first status in the combined one. */
export function defaultStatusId(statuses: readonly { id: string }[], otherwise: 'empty' | 'first'): string {
  const droppedOff = orderStatusIdByName['Dropped Off']
  if (statuses.some(({ id }) => id === droppedOff)) return droppedOff
  return otherwise === 'first' ? (statuses[0]?.id ?? '') : ''
}

/** Total: also takes a form that is not valid yet. */
export function orderFormToValues(form: OrderForm): OrderValues {
  return {
    customerId: form.customerId,
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

export function orderToForm(order: OrderValues): OrderForm {
  return {
    customerId: order.customerId,
    itemDetails: order.itemDetails,
    issueDescription: order.issueDescription,
    additionalRequests: order.additionalRequests ?? '',
    orderNotes: order.orderNotes ?? '',
    orderStatusId: order.orderStatusId,
    assignedEmployeeId: order.assignedEmployeeId ?? '',
    dueTimestamp: order.dueTimestamp ?? '',
    quotedCost: order.quotedCost ?? '',
    priority: order.priority,
    repeat: order.repeat,
  }
}
