import { orderStatusIdByName } from '../../values/order-status.ts'

const withoutPasscode: ReadonlySet<unknown> = new Set([orderStatusIdByName['Picked up'], orderStatusIdByName.Recycled, orderStatusIdByName.Cancelled])

/** Passcodes are removed once the device has left the shop. */
export const mayHoldPasscode = (orderStatusId: unknown): boolean => !withoutPasscode.has(orderStatusId)

type OrderValues = Readonly<Record<string, unknown>>

/** `written`: the fields that the author set; `yielded`: those of them that lost to a later change. */
type OrderChange = { before: OrderValues | undefined; after: OrderValues; written: readonly string[]; yielded: readonly string[] }

type OrderFollowUps = { passcode?: null; assetId?: null; quoteFromLines?: boolean }

export function findOrderFollowUps(change: OrderChange): OrderFollowUps {
  const { before, after } = change
  const isOrphaned =
    before !== undefined && isThere(before['assetId']) && before['customerId'] !== after['customerId'] && before['assetId'] === after['assetId']
  return {
    ...(isThere(after['passcode']) && !mayHoldPasscode(after['orderStatusId']) && { passcode: null }),
    // A device belongs to its customer, so an order moved to another customer loses it.
    ...(isOrphaned && { assetId: null }),
    ...findQuoteFollowUps(change),
  }
}

/** A quote that a person types is added to the lines again; a flag does not outlive its quote. */
function findQuoteFollowUps({ before, after, written, yielded }: OrderChange): { quoteFromLines?: boolean } {
  if (before === undefined) return {}
  if (yielded.includes('quotedCost')) return { quoteFromLines: before['quoteFromLines'] === true }
  const isTyped = before['quotedCost'] !== after['quotedCost'] && !written.includes('quoteFromLines')
  return isTyped && after['quoteFromLines'] === true ? { quoteFromLines: false } : {}
}

/** Whether a change of the quote must say that it is the lines' total, also where it was one before. */
export const isQuoteOfLines = (collection: string, changes: OrderValues, values: OrderValues): boolean =>
  collection === 'orders' && 'quotedCost' in changes && values['quoteFromLines'] === true

const isThere = (value: unknown): boolean => value !== null && value !== undefined

export const foreignAssetMessage = 'This device belongs to another customer'
export const keptAssetMessage = 'This device has orders of its customer, so it stays with them'
