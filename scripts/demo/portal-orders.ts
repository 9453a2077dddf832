import { v5 as uuidV5 } from 'uuid'
import type { Mutation } from '#schema/api/sync.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'

export const portalOrders = [
  { daysAgo: 2, status: 'In Progress', itemDetails: 'iPhone 14', issueDescription: 'Screen cracked after a fall' },
  { daysAgo: 5, status: 'Waiting For Part', itemDetails: 'Nintendo Switch', issueDescription: 'Left stick drifts' },
  { daysAgo: 9, status: 'Fixed', itemDetails: 'Turntable', issueDescription: 'Belt slips' },
] as const

export const portalOrderId = (shopId: string, itemDetails: string): string => uuidV5(`portal-${itemDetails}`, shopId)

export function makePortalOrders(shopId: string, customerId: string, now: Date): Mutation[] {
  return portalOrders.flatMap(({ daysAgo, status, ...texts }): Mutation[] => {
    const day = new Date(now.getTime() - daysAgo * 86_400_000)
    const id = portalOrderId(shopId, texts.itemDetails)
    const orderStatusId = orderStatusIdByName['Dropped Off']
    const at = (hour: number): string => new Date(new Date(day).setUTCHours(hour, 5, 0, 0)).toISOString()
    const change = { orderStatusId: { from: orderStatusId, to: orderStatusIdByName[status] } }
    return [
      {
        id: uuidV5('act-taken-in', id),
        shopId,
        at: at(12),
        ops: [{ action: 'create', collection: 'orders', id, values: { customerId, orderStatusId, ...texts } }],
      },
      { id: uuidV5('act-status', id), shopId, at: at(15), ops: [{ action: 'update', collection: 'orders', id, changes: change }] },
    ]
  })
}
