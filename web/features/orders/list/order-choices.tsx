import type { Order } from '#schema/collections/work/orders.ts'
import { useEmployees } from '#web/device/react/use-device.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { StatusChip } from '#web/inputs/status-chip.tsx'
import { useEmployeeNames } from '#web/inputs/use-employee-names.ts'
import { usePendingValue } from '#web/inputs/use-pending-value.ts'
import { useOrderStatuses, useStatusName } from '#web/inputs/use-status-name.ts'
import { ChoiceButton } from '#web/ui/controls/choice-button.tsx'
import { cn } from '#web/ui/cn.ts'
import { changeOrderField, type OrderChoiceField } from './order-field.ts'
import { t } from './orders-texts.ts'

type OrderChoiceProps = { shopId: string; order: Order; className?: string | undefined }

export function OrderStatusChoice({ shopId, order, className }: OrderChoiceProps) {
  const statuses = useOrderStatuses()
  const [statusId, choose] = useOrderField(shopId, order, 'orderStatusId')
  const name = useStatusName(statusId)
  const nameOf = (id: string): string => statuses.find((status) => status.id === id)?.statusName ?? name
  return (
    <ChoiceButton
      hint={t.changeStatus()}
      menuLabel={t.status()}
      value={statusId}
      options={statuses.map(({ id }) => ({ value: id, label: <StatusChip statusId={id} /> }))}
      onChoose={(id) => choose(id, t.statusTo({ name: nameOf(id) }))}
      className={className}
    >
      {/* All of one width, so that they align. */}
      <StatusChip statusId={statusId} className="min-w-0 flex-1 justify-center text-center" />
    </ChoiceButton>
  )
}

const nobody = ''

export function OrderAssigneeChoice({ shopId, order, className }: OrderChoiceProps) {
  const employees = useEmployees(shopId)
  const nameOf = useEmployeeNames(shopId)
  const [stored, choose] = useOrderField(shopId, order, 'assignedEmployeeId')
  const assignedId = stored ?? nobody
  const toName = (id: string): string => (id === nobody ? t.unassigned() : nameOf(id))
  const choices = [nobody, ...employees.map(({ id }) => id)]
  return (
    <ChoiceButton
      hint={t.assignElse()}
      menuLabel={t.assignTo()}
      value={assignedId}
      options={choices.map((id) => ({ value: id, label: toName(id) }))}
      onChoose={(id) => choose(id === nobody ? null : id, t.assignedTo({ name: toName(id) }))}
      className={className}
    >
      <span className={cn('line-clamp-2 min-w-0 leading-tight wrap-normal whitespace-normal', assignedId === nobody && 'text-muted')}>
        {toName(assignedId)}
      </span>
    </ChoiceButton>
  )
}

/** A field's value including a choice not stored yet, and its setter. */
function useOrderField<F extends OrderChoiceField>(shopId: string, order: Order, field: F): [value: Order[F], choose: (value: Order[F], said: string) => void] {
  const device = useDevice()
  const [shown, setPending] = usePendingValue(order[field])
  const choose = (value: Order[F], said: string): void =>
    setPending(value, () => changeOrderField(device, { shopId, orderId: order.id, field, from: shown, to: value, said }))
  return [shown, choose]
}
