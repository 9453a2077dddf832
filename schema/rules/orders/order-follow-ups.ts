import { orderStatusIdByName } from '../../values/order-status.ts'

const withoutPasscode: ReadonlySet<unknown> = new Set([orderStatusIdByName['Picked up'], orderStatusIdByName.Recycled, orderStatusIdByName.Cancelled])

/** Passcodes are removed once the device has left the shop. */
export const mayHoldPasscode = (orderStatusId: unknown): boolean => !withoutPasscode.has(orderStatusId)

type OrderValues = Readonly<Record<string, unknown>>

export function findOrderFollowUps(before: OrderValues | undefined, after: OrderValues): { passcode?: null; assetId?: null } {
  const isOrphaned =
    before !== undefined && isThere(before['assetId']) && before['customerId'] !== after['customerId'] && before['assetId'] === after['assetId']
  return {
    ...(isThere(after['passcode']) && !mayHoldPasscode(after['orderStatusId']) && { passcode: null }),
    // A device belongs to its customer, so an order moved to another customer loses it.
    ...(isOrphaned && { assetId: null }),
  }
}

const isThere = (value: unknown): boolean => value !== null && value !== undefined

export const foreignAssetMessage = 'This device belongs to another customer'
export const keptAssetMessage = 'This device has orders of its customer, so it stays with them'
