import { useMemo } from 'react'
import { earlierOrdersToText, sortEarlier } from '#schema/rules/assets/earlier-orders.ts'
import { useRowsById } from '#web/device/react/use-answers.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { useNow } from '#web/inputs/time/use-now.ts'
import { dashboardPath } from '#web/navigation/paths.ts'
import { useCustomerOrders } from '../use-customer-orders.ts'

type EarlierOrdersProps = { shopId: string; customerId: string; assetId: string; orderId: string | undefined }

/** What this device holds of the chosen device's other orders (ASSET-04); the last one opens in a tab of its own: what is typed here stays. */
export function EarlierOrders({ shopId, customerId, assetId, orderId }: EarlierOrdersProps) {
  const now = useNow()
  const { timeZone } = useShopFormat()
  const { rows } = useCustomerOrders({ shopId, customerId })
  const ids = useMemo(() => rows.map(({ order }) => order.id), [rows])
  const orders = useRowsById('orders', shopId, ids)
  const earlier = sortEarlier((orders ?? []).filter((order) => order.assetId === assetId && order.id !== orderId))
  const text = earlierOrdersToText(earlier, now, timeZone)
  const last = earlier[0]
  if (text === undefined || last === undefined) return null
  return (
    <p className="text-sm text-muted">
      {text}{' '}
      <a
        href={dashboardPath({ shopId, orderId: last.id })}
        target="_blank"
        rel="noopener"
        className="inline-flex min-h-11 items-center text-accent-ink hover:underline pointer-fine:min-h-0"
      >
        Open the last one
      </a>
    </p>
  )
}
