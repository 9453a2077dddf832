import { orderStatusIdByName } from '../../values/order-status.ts'

const withoutPasscode: ReadonlySet<unknown> = new Set([orderStatusIdByName['Picked up'], orderStatusIdByName.Recycled, orderStatusIdByName.Cancelled])

/** Whether an order of this status may hold the passcode of its device: not once the device has left the shop. */
export const mayHoldPasscode = (orderStatusId: unknown): boolean => !withoutPasscode.has(orderStatusId)

type OrderValues = Readonly<Record<string, unknown>>

/** Fields that are cleared with a change of an order, on the device and on the server alike; `before` is undefined for a new one. */
export function findOrderFollowUps(before: OrderValues | undefined, after: OrderValues): { passcode?: null; assetId?: null } {
  const isOrphaned =
    before !== undefined && isThere(before['assetId']) && before['customerId'] !== after['customerId'] && before['assetId'] === after['assetId']
  return {
    ...(isThere(after['passcode']) && !mayHoldPasscode(after['orderStatusId']) && { passcode: null }),
    // A device stays with its customer when the order goes to another one.
    ...(isOrphaned && { assetId: null }),
  }
}

const isThere = (value: unknown): boolean => value !== null && value !== undefined

/** Said on the device and by the server. */
export const foreignAssetMessage = 'This device belongs to another customer'
export const keptAssetMessage = 'This device has orders of its customer, so it stays with them'
