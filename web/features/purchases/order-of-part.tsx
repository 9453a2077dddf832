import { useRow } from '#web/device/react/use-row.ts'
import { Ticket } from '#web/inputs/ticket.tsx'
import { openDialog } from '#web/navigation/dialogs.ts'
import { t } from './purchases-texts.ts'

/** 'for H-1042', which opens the order that waits for the part. */
export function OrderOfPart({ shopId, orderId }: { shopId: string; orderId: string }) {
  const found = useRow('orders', orderId)
  if (found.state !== 'ready' || found.row === undefined) return null
  return (
    <button
      type="button"
      className="inline-flex min-h-11 items-center gap-1 text-accent-ink underline underline-offset-4"
      onClick={() => openDialog({ kind: 'order-edit', orderId })}
    >
      {t.for()} <Ticket shopId={shopId} number={found.row.number} className="text-inherit" />
    </button>
  )
}
