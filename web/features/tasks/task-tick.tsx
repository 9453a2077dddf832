import { capitalize } from '#schema/rules/text/capitalize.ts'
import type { Task } from '#schema/collections/work/tasks.ts'
import { runAction } from '#web/navigation/notify.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { usePendingValue } from '#web/inputs/use-pending-value.ts'
import { useRowTabIndex } from '#web/ui/tables/active-row.ts'
import { cn } from '#web/ui/cn.ts'
import { taskNoun } from './task-cells.ts'

type TaskTickProps = {
  shopId: string
  task: Task
  /** Shows an Undo toast, for lists that the ticked row may leave. */ canUndo?: boolean | undefined
  className?: string | undefined
}

export function TaskTick({ shopId, task, canUndo = false, className }: TaskTickProps) {
  const device = useDevice()
  const tabIndex = useRowTabIndex()
  const noun = taskNoun(task)
  const failure = `Failed to update ${noun}`
  const [isCompleted, choose] = usePendingValue(task.completed)
  const write = (completed: boolean) =>
    device.write(shopId, [{ action: 'update', collection: 'tasks', id: task.id, values: { completed }, seen: { completed: !completed } }])
  const toggle = (completed: boolean): void => {
    const undo = { label: 'Undo', onPress: () => void runAction({ run: () => write(!completed), failure }) }
    const success = { title: `${capitalize(noun)} updated successfully`, description: completed ? 'Task is completed' : 'Task is open again', action: undo }
    choose(completed, () => runAction({ run: () => write(completed), success: canUndo ? success : undefined, failure }))
  }
  return (
    <input
      type="checkbox"
      tabIndex={tabIndex}
      aria-label={`Completed: ${task.description}`}
      checked={isCompleted}
      onChange={(event) => toggle(event.target.checked)}
      className={cn('size-6 shrink-0 accent-accent', className)}
    />
  )
}
