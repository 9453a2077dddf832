import type { Task } from '#schema/collections/work/tasks.ts'
import { DueText } from '#web/inputs/time/due-text.tsx'
import { readTaskDue } from './task-cells.ts'

export function TaskDue({ task }: { task: Pick<Task, 'completed' | 'dueTimestamp'> }) {
  return <DueText read={(format) => readTaskDue(task, format)} />
}
