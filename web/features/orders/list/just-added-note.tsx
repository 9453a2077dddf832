import { Check, X } from 'lucide-react'
import { openDialog } from '#web/navigation/dialogs.ts'
import { useRow } from '#web/device/react/use-row.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { toOneLine } from './order-cells.ts'

/** The order added last stands on another page, or outside of the filters: says so and leads to it. */
export function JustAddedNote({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const found = useRow('orders', orderId)
  if (found.state === 'loading' || found.row === undefined) return null
  return (
    <div role="status" className="mx-4 mb-2 flex min-h-11 items-center gap-2 rounded-md bg-ok-soft pl-3 text-ok-ink">
      <Check aria-hidden="true" className="size-5 shrink-0" />
      <span className="min-w-0 flex-1 truncate">Added: {toOneLine(found.row.itemDetails)}. It is not among the rows shown here.</span>
      <Button variant="ghost" onClick={() => openDialog({ kind: 'order-edit', orderId })}>
        Open it
      </Button>
      <IconButton label="Dismiss" icon={<X aria-hidden="true" />} onClick={onClose} />
    </div>
  )
}
