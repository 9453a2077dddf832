import { type Order, orders } from '#schema/collections/work/orders.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { typedQuote } from '#web/forms/checked-by.ts'
import { textToNullable, toText } from '#web/forms/typed-fields.ts'
import { quoteToShopTyped, readShopQuote } from '#web/inputs/shop-amounts.ts'
import { defineForm, type FormOf } from '#web/forms/define-form.ts'
import { t } from './list/orders-texts.ts'
import { t as formTexts } from './order-form-texts.ts'

/** Texts as typed, '' for no choice, dates as ISO instants. */
export const orderForm = defineForm(orders, {
  customerId: { required: t.customerRequired() },
  assetId: {},
  itemDetails: { required: t.itemRequired() },
  issueDescription: {},
  additionalRequests: {},
  orderNotes: {},
  passcode: {},
  orderStatusId: { required: t.statusRequired(), inputLabel: t.orderStatus() },
  assignedEmployeeId: {},
  dueTimestamp: {},
  quotedCost: {
    typed: typedQuote(orders.fields.quotedCost.schema),
    toTyped: (value) => quoteToShopTyped(toText(value)),
    toValue: (typed) => textToNullable(readShopQuote(toText(typed).trim())),
  },
  priority: {},
  repeat: {},
  /** Ids of the services that were taken from the price list; they become lines of a new order. */
  services: { field: null, label: t.priceList() },
  /** The order that a new one claims the warranty of. */
  claimOf: { field: null, label: formTexts.claim() },
})

export type OrderForm = FormOf<typeof orderForm>
export type OrderFormField = keyof OrderForm

/** A new order: unassigned, without a quote. */
export const newOrderForm = (chosen: Pick<OrderForm, 'customerId' | 'orderStatusId' | 'dueTimestamp'>): OrderForm => ({ ...orderForm.empty, ...chosen })

type Claimed = Pick<Order, 'id' | 'customerId' | 'assetId' | 'itemDetails' | 'issueDescription'>

/** A warranty claim: whose and what the first order was, without a quote. */
export const newClaimForm = (
  { id, customerId, assetId, itemDetails, issueDescription }: Claimed,
  chosen: Pick<OrderForm, 'orderStatusId' | 'dueTimestamp'>,
): OrderForm => ({
  ...newOrderForm({ customerId: customerId ?? '', ...chosen }),
  assetId: assetId ?? '',
  itemDetails,
  issueDescription: t.claimIssue({ issue: issueDescription }),
  claimOf: id,
})

/** 'Dropped Off'; if missing, empty or the first status. */
export function defaultStatusId(statuses: readonly { id: string }[], otherwise: 'empty' | 'first'): string {
  const droppedOff = orderStatusIdByName['Dropped Off']
  if (statuses.some(({ id }) => id === droppedOff)) return droppedOff
  return otherwise === 'first' ? (statuses[0]?.id ?? '') : ''
}
