import { findNextStatuses } from '#schema/rules/orders/next-statuses.ts'
import { useOrderStatuses } from '#web/inputs/use-status-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { type StatusChange, useStatusChange } from './use-status-change.ts'
import { t } from '../order-form-texts.ts'

/** The statuses that likely follow, each saved at once, with Undo. */
export function NextStatuses(props: StatusChange) {
  const statuses = useOrderStatuses()
  const { isBusy, choose } = useStatusChange(props)
  const next = findNextStatuses(props.order.orderStatusId, statuses)
  return (
    <div role="group" aria-label={t.nextStatus()} className="flex flex-wrap gap-2 empty:hidden">
      {next.map(({ id, statusName }) => (
        <Button key={id} className="px-3" aria-disabled={isBusy || undefined} onClick={() => void choose(id, statusName)}>
          {statusName}
        </Button>
      ))}
    </div>
  )
}
