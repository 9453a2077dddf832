import type { Task } from '#schema/collections/work/tasks.ts'
import { runAction } from '#web/navigation/notify.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { usePendingValue } from '#web/inputs/use-pending-value.ts'
import { EmployeeSelect } from '#web/inputs/employee-select.tsx'
import { cn } from '#web/ui/cn.ts'
import { t } from './tasks-texts.ts'

/** The failure toast has one text for every reason. */
const hideReason = (): never => {
  throw new Error('assignment not stored')
}

export function TaskAssignee({ shopId, task, className }: { shopId: string; task: Task; className?: string | undefined }) {
  const device = useDevice()
  const [assignedId, choose] = usePendingValue(task.assignedEmployeeId ?? '')
  const assign = (employeeId: string): void => {
    choose(employeeId, () =>
      runAction({
        run: () =>
          device
            .write(shopId, [{ action: 'update', collection: 'tasks', id: task.id, values: { assignedEmployeeId: employeeId === '' ? null : employeeId } }])
            .catch(hideReason),
        failure: { title: t.assignFailed(), description: t.pleaseTryAgain() },
      }),
    )
  }
  return (
    <EmployeeSelect
      shopId={shopId}
      assignedId={assignedId}
      value={assignedId}
      aria-label={t.assignTo({ task: task.description })}
      // Reads as text until somebody points at it.
      className={cn(
        '[&_select]:text-sm [&_select:not(:hover,:focus)]:border-transparent [&_select:not(:hover,:focus)]:bg-transparent',
        assignedId === '' && '[&_select]:text-muted',
        className,
      )}
      onChange={(event) => assign(event.target.value)}
    />
  )
}
