import { useMemo } from 'react'
import type { PurchaseLine } from '#schema/collections/stock/purchase-lines.ts'
import type { Purchase } from '#schema/collections/stock/purchases.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import type { OrderLine } from '#schema/collections/work/order-lines.ts'
import { useReadById, useRowsWith } from '#web/device/react/use-answers.ts'
import { useShopRows } from '#web/device/react/use-device.ts'

const isOpen = ({ state }: Purchase): boolean => state === 'draft' || state === 'sent'

/** Purchases that are not done, with their lines; undefined while loading. */
export function useOpenPurchases(shopId: string): { purchases: Purchase[]; lines: PurchaseLine[] } | undefined {
  const all = useShopRows('purchases', shopId)
  const purchases = useMemo(() => all?.filter(isOpen), [all])
  const ids = useMemo(() => (purchases ?? []).map(({ id }) => id), [purchases])
  const lines = useRowsWith('purchase_lines', shopId, 'purchaseId', ids)
  return useMemo(() => purchases && lines && { purchases, lines }, [purchases, lines])
}

export type LineOfOrder = { line: OrderLine; order: Order | undefined }

/** Lines with the orders that wait for them, by id of the line. */
export function useLinesOfOrders(shopId: string, lineIds: readonly string[]): ReadonlyMap<string, LineOfOrder> {
  const lines = useReadById('order_lines', shopId, lineIds)
  const orderIds = useMemo(() => [...new Set([...lines.values()].flatMap((line) => line?.orderId ?? []))], [lines])
  const orders = useReadById('orders', shopId, orderIds)
  return useMemo(
    () => new Map([...lines].flatMap(([id, line]) => (line === undefined ? [] : [[id, { line, order: orders.get(line.orderId) }] as const]))),
    [lines, orders],
  )
}
