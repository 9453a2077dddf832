import { orders } from '#schema/collections/work/orders.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { defineForm, type FormOf } from '#web/forms/define-form.ts'

/** Texts as typed, '' where nothing is chosen, dates as ISO instants; messages in the FORM wording (VAL-15..18). */
export const orderForm = defineForm(orders, {
  customerId: { required: 'Customer is required' },
  assetId: {},
  itemDetails: { required: 'Item details are required' },
  issueDescription: {},
  additionalRequests: {},
  orderNotes: {},
  passcode: {},
  orderStatusId: { required: 'Order status is required', inputLabel: 'Order Status' },
  assignedEmployeeId: {},
  dueTimestamp: {},
  quotedCost: {},
  priority: {},
  repeat: {},
})

export type OrderForm = FormOf<typeof orderForm>
export type OrderFormField = keyof OrderForm

/** A new order: unassigned, no quote, due when the caller says. */
export const newOrderForm = (chosen: Pick<OrderForm, 'customerId' | 'orderStatusId' | 'dueTimestamp'>): OrderForm => ({ ...orderForm.empty, ...chosen })

/** ORD-29, AMB-83: 'Dropped Off', else empty in the order form and the first status in the combined one. */
export function defaultStatusId(statuses: readonly { id: string }[], otherwise: 'empty' | 'first'): string {
  const droppedOff = orderStatusIdByName['Dropped Off']
  if (statuses.some(({ id }) => id === droppedOff)) return droppedOff
  return otherwise === 'first' ? (statuses[0]?.id ?? '') : ''
}
