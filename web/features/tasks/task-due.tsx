import type { Task } from '#schema/collections/work/tasks.ts'
import { browserTimeZone, formatDateTime, formatTime } from '#web/inputs/time/time.ts'
import { useNow } from '#web/inputs/time/use-now.ts'
import { readTaskDue } from './task-cells.ts'

const classByTone = { normal: undefined, muted: 'text-muted', overdue: 'text-danger-ink' }

export function TaskDue({ task }: { task: Pick<Task, 'completed' | 'dueTimestamp'> }) {
  const now = useNow()
  const due = readTaskDue(task, { now, timeZone: browserTimeZone(), formatDateTime: (instant) => formatDateTime(instant, now), formatTime })
  return (
    <span title={due.title || undefined} className={classByTone[due.tone]}>
      {due.text}
      {due.tone === 'overdue' && <span className="sr-only">, overdue</span>}
    </span>
  )
}
