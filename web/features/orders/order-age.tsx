import type { Order } from '#schema/collections/work/orders.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { AgeDot } from '#web/inputs/time/age-dot.tsx'
import { Ticket } from '#web/inputs/ticket.tsx'
import { StatusChip } from '#web/inputs/status-chip.tsx'

/** The ticket of an order, its stored status and how many days it has had it. */
export function OrderAge({ shopId, order }: { shopId: string; order: Order }) {
  const colors = useBootstrap()?.shops.find(({ id }) => id === shopId)?.config.orderConfig.statusColors
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Ticket shopId={shopId} number={order.number} className="font-semibold" />
      <StatusChip statusId={order.orderStatusId} />
      <AgeDot order={order} colors={colors} />
    </span>
  )
}
