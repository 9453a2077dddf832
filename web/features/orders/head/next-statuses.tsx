import { useState } from 'react'
import type { Order } from '#schema/collections/work/orders.ts'
import { findNextStatuses } from '#schema/rules/orders/next-statuses.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useOrderStatuses } from '#web/inputs/use-status-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { changeOrderField } from '../list/order-field.ts'

type NextStatusesProps = { shopId: string; order: Order; /** Called before the status is written. */ onStatus: (from: string, to: string) => void }

/** The statuses that likely follow, each saved at once, with Undo. */
export function NextStatuses({ shopId, order, onStatus }: NextStatusesProps) {
  const device = useDevice()
  const statuses = useOrderStatuses()
  const [isBusy, setIsBusy] = useState(false)
  const from = order.orderStatusId
  const choose = async (to: string, name: string): Promise<void> => {
    if (isBusy) return
    setIsBusy(true)
    onStatus(from, to)
    await changeOrderField(device, { shopId, orderId: order.id, field: 'orderStatusId', from, to, said: `Status: ${name}` })
    setIsBusy(false)
  }
  const next = findNextStatuses(from, statuses)
  return (
    <div role="group" aria-label="Next status" className="flex flex-wrap gap-2 empty:hidden">
      {next.map(({ id, statusName }) => (
        <Button key={id} aria-disabled={isBusy || undefined} onClick={() => void choose(id, statusName)}>
          {statusName}
        </Button>
      ))}
    </div>
  )
}
