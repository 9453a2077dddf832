import type { Task } from '#schema/collections/work/tasks.ts'
import { runAction } from '#web/navigation/notify.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { usePendingValue } from '#web/inputs/use-pending-value.ts'
import { useRowTabIndex } from '#web/ui/tables/active-row.ts'
import { cn } from '#web/ui/cn.ts'
import { taskNoun } from './task-cells.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './tasks-texts.ts'

type TaskTickProps = {
  shopId: string
  task: Task
  /** Shows an Undo toast, for lists that the ticked row may leave. */ canUndo?: boolean | undefined
  className?: string | undefined
}

export function TaskTick({ shopId, task, canUndo = false, className }: TaskTickProps) {
  const device = useDevice()
  const tabIndex = useRowTabIndex()
  const toast = t.toast[taskNoun(task)]
  const failure = toast.updateFailed()
  const [isCompleted, choose] = usePendingValue(task.completed)
  const write = (completed: boolean) =>
    device.write(shopId, [{ action: 'update', collection: 'tasks', id: task.id, values: { completed }, seen: { completed: !completed } }])
  const toggle = (completed: boolean): void => {
    const undo = { label: common.undo(), onPress: () => void runAction({ run: () => write(!completed), failure }) }
    const success = { title: toast.updated(), description: completed ? t.completed() : t.openAgain(), action: undo }
    choose(completed, () => runAction({ run: () => write(completed), success: canUndo ? success : undefined, failure }))
  }
  return (
    <input
      type="checkbox"
      tabIndex={tabIndex}
      aria-label={t.completedTask({ task: task.description })}
      checked={isCompleted}
      onChange={(event) => toggle(event.target.checked)}
      className={cn('size-6 shrink-0 accent-accent', className)}
    />
  )
}
