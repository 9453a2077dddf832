import type { ErrorCode } from '../../errors.ts'
import { isSale } from '../../values/order-kind.ts'
import { orderStatusIdByName } from '../../values/order-status.ts'

type Values = Readonly<Record<string, unknown>>
type Refusal = { code: ErrorCode; path: string; message: string }

export const saleTexts = {
  kindStays: 'A repair cannot become a sale, nor a sale a repair.',
  needsCustomer: 'Customer ID is required',
} as const

/** Fills in what only a repair needs; a new sale is Picked up from the start. */
export function fillSale<Value>(values: Readonly<Record<string, Value>>): Readonly<Record<string, Value | string | null>> {
  if (!isSale(values)) return values
  const orElse = (name: string, value: string | null): Value | string | null =>
    values[name] === undefined || values[name] === '' ? value : (values[name] ?? value)
  return {
    ...values,
    customerId: orElse('customerId', null),
    orderStatusId: orElse('orderStatusId', orderStatusIdByName['Picked up']),
    itemDetails: orElse('itemDetails', 'Sale'),
    issueDescription: orElse('issueDescription', 'Sale'),
  }
}

/** `before`: the stored order, undefined for a new one. */
export function findOrderIssue(before: Values | undefined, after: Values): Refusal | undefined {
  if (before !== undefined && isSale(before) !== isSale(after)) return { code: 'CONFLICT', path: 'kind', message: saleTexts.kindStays }
  const lacksCustomer = !isSale(after) && typeof after['customerId'] !== 'string'
  return lacksCustomer ? { code: 'VALIDATION', path: 'customerId', message: saleTexts.needsCustomer } : undefined
}
