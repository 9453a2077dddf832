import { Trash2 } from 'lucide-react'
import { capitalize } from '#schema/rules/text/capitalize.ts'
import type { Task } from '#schema/collections/work/tasks.ts'
import { runAction } from '#web/navigation/notify.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { prepareDeletion } from '#web/features/deleted/restore-row.ts'
import { ConfirmRow } from '#web/ui/overlays/confirm-row.tsx'
import { taskNoun } from './task-cells.ts'

type DeleteTaskProps = { shopId: string; task: Task; isBusy: boolean; onBusyChange: (isBusy: boolean) => void; onDeleted: () => void }

/** TASK-21, ERR-26, ERR-27; in two steps, with an undo. */
export function DeleteTask({ shopId, task, isBusy, onBusyChange, onDeleted }: DeleteTaskProps) {
  const device = useDevice()
  const noun = taskNoun(task)
  const remove = async (): Promise<void> => {
    onBusyChange(true)
    const { run, undo } = prepareDeletion(device, shopId, { collection: 'tasks', id: task.id, title: task.description })
    const outcome = await runAction({
      run,
      success: { title: `${capitalize(noun)} deleted successfully`, action: undo },
      failure: `Failed to delete ${noun}`,
    })
    if (outcome.ok) onDeleted()
    else onBusyChange(false)
  }
  return <ConfirmRow label="Delete" icon={<Trash2 aria-hidden="true" />} question="Delete this task?" onConfirm={() => void remove()} busy={isBusy} />
}
