import { findFirstOrder, toWarrantyDays, toWarrantyUntil, type WarrantyLine, type WarrantyOrder, type WarrantySettings } from '#schema/rules/orders/warranty.ts'
import type { DeviceRows } from './device-reads.ts'

/** `until`: the last day; null before pick-up and without a warranty. `days`: from a pick-up that is to come. */
export type Warranty = { until: string | null; days: number }

/** The warranty of an order from the rows of this device; of a claim that of the first order. */
export async function readWarranty(
  rows: Pick<DeviceRows, 'read' | 'readMany' | 'listOf'>,
  order: WarrantyOrder,
  settings: WarrantySettings,
): Promise<Warranty> {
  const known = new Map([[order.id, order]])
  for (let next = order.claimOf; next !== null && !known.has(next);) {
    const claimed = await rows.read('orders', next)
    if (claimed === undefined) break
    known.set(claimed.id, claimed)
    next = claimed.claimOf
  }
  const first = findFirstOrder(order, known)
  const lines = await rows.listOf('order_lines', 'orderId', first.id)
  const services = await rows.readMany('services', [...new Set(lines.flatMap(({ serviceId }) => serviceId ?? []))])
  const daysById = new Map(services.map(({ id, warrantyDays }) => [id, warrantyDays]))
  const counted = lines.map(({ kind, warrantyDays, serviceId }): WarrantyLine => ({ kind, warrantyDays, serviceDays: daysById.get(serviceId ?? '') }))
  return { until: toWarrantyUntil(first, counted, settings), days: first.id === order.id ? toWarrantyDays(counted, settings.warrantyDays) : 0 }
}
