import { Link } from '#web/navigation/link.tsx'
import { dashboardPath } from '#web/navigation/paths.ts'
import { useRow } from '#web/device/react/use-row.ts'
import { StatusChip } from '#web/inputs/status-chip.tsx'

type TaskOrderProps = { shopId: string; orderId: string; /** The link is followed in this tab. */ onFollow: () => void }

/** Which order a task is about, and whose it is; leads to the order. */
export function TaskOrder({ shopId, orderId, onFollow }: TaskOrderProps) {
  const order = useRow('orders', orderId)
  const customer = useRow('customers', order.state === 'ready' ? (order.row?.customerId ?? null) : null)
  if (order.state === 'loading' || order.row === undefined) return null
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-sunken px-3 py-1.5">
      <span className="min-w-0 flex-1">
        <span className="block text-sm text-muted">{customer.state === 'ready' ? (customer.row?.name ?? '…') : '…'}</span>
        <Link
          to={dashboardPath({ shopId, tab: 'tasks', orderId })}
          title="Open the order"
          onClick={({ ctrlKey, metaKey, shiftKey }) => {
            if (!ctrlKey && !metaKey && !shiftKey) onFollow()
          }}
          className="-my-2 line-clamp-2 py-2 text-accent-ink hover:underline"
        >
          {order.row.itemDetails}
        </Link>
      </span>
      <StatusChip statusId={order.row.orderStatusId} />
    </div>
  )
}
