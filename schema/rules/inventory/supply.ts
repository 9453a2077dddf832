import type { Issue } from '../../errors.ts'
import type { PurchaseState, SupplyState } from '../../values/stock/supply-states.ts'

type Line = Readonly<Record<string, unknown>>

export const purchaseTexts = {
  nothing: 'Choose a product or write a description',
  tooMany: (quantity: number): string => `Only ${quantity} ${quantity === 1 ? 'was' : 'were'} ordered, so no more can be received`,
} as const

export function findPurchaseLineIssue({ productId, description, quantity, received }: Line): Issue | undefined {
  if ((productId ?? null) === null && (description ?? null) === null) return { path: 'description', message: purchaseTexts.nothing }
  return Number(received ?? 0) > Number(quantity) ? { path: 'received', message: purchaseTexts.tooMany(Number(quantity)) } : undefined
}

const isComplete = (line: Line | undefined): boolean => line !== undefined && Number(line['received'] ?? 0) >= Number(line['quantity'])

/** Enough for the repair, although more may have been ordered for the shelf. */
const isEnough = (line: Line | undefined, needed: number): boolean =>
  line !== undefined && Number(line['received'] ?? 0) > 0 && (isComplete(line) || Number(line['received']) >= needed)

/** Ids of the order lines whose part a change of a purchase's line may have brought. */
export const toSuppliedIds = (before: Line | undefined, after: Line | undefined): string[] =>
  [...new Set([before?.['orderLineId'], after?.['orderLineId']])].filter((id) => typeof id === 'string')

/** The new state of an order's line after a change of the purchase's line for it; undefined if it stays. An undone receipt makes it Ordered again. */
export function toSupply(before: Line | undefined, after: Line | undefined, orderLine: Line): SupplyState | undefined {
  const own = (line: Line | undefined): Line | undefined => (line?.['orderLineId'] === orderLine['id'] ? line : undefined)
  const needed = Number(orderLine['quantity'])
  const [was, is] = [isEnough(own(before), needed), isEnough(own(after), needed)]
  if (was === is) return undefined
  if (is) return orderLine['supply'] === 'arrived' ? undefined : 'arrived'
  return orderLine['supply'] === 'arrived' ? 'ordered' : undefined
}

/** The new state of a purchase after a change of one of its lines; undefined if it stays. `others`: its other lines. */
export function toPurchaseState(before: Line | undefined, after: Line | undefined, others: readonly Line[], state: unknown): PurchaseState | undefined {
  const [was, is] = [isComplete(before), isComplete(after)]
  if (was === is || state === 'cancelled') return undefined
  if (!is) return state === 'received' ? 'sent' : undefined
  return state !== 'received' && others.every(isComplete) ? 'received' : undefined
}
