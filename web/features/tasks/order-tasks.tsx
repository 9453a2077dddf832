import { Plus } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import type { Task } from '#schema/collections/work/tasks.ts'
import { defaultDueInstant } from '#schema/rules/orders/due.ts'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import { compareTasks } from '#schema/values/task-sort.ts'
import { useRowsOfOrder } from '#web/device/react/use-answers.ts'
import { useIsUnsent } from '#web/device/react/use-device.ts'
import { DueField } from '#web/inputs/time/due-field.tsx'
import { EmployeeSelect } from '#web/inputs/employee-select.tsx'
import type { FormDraft } from '#web/forms/drafts/form-draft.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { UnsentMark } from '#web/list-kit/unsent-mark.tsx'
import type { ReportTyped } from '#web/forms/drafts/typed-lines.ts'
import { useStoredDraft } from '#web/forms/drafts/use-form-draft.ts'
import { useTypedLine } from '#web/forms/saving/use-typed-line.tsx'
import { CountBadge } from '#web/ui/layout/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { cn } from '#web/ui/cn.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { Panel, panelNoteClass, PanelVerb } from '#web/ui/layout/panel.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { useFocusInSight } from '#web/ui/controls/use-focus-in-sight.ts'
import { TaskAssignee } from './assignee-cell.tsx'
import { TaskDialog } from './task-dialog.tsx'
import { OrderTasksCsv } from './tasks-csv.tsx'
import { TaskDue } from './task-due.tsx'
import { TaskTick } from './task-tick.tsx'
import { newTaskForm, type TaskForm, taskForms } from './form.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './tasks-texts.ts'

type OrderTasksProps = { shopId: string; orderId: string; report: ReportTyped }

/** An order's tasks: ticked, assigned and added in place, edited in a dialog. */
export function OrderTasks({ shopId, orderId, report }: OrderTasksProps) {
  const rows = useRowsOfOrder('tasks', shopId, orderId)
  const tasks = useKeptPlaces(useMemo(() => rows?.toSorted((a, b) => compareTasks(a, b)), [rows]))
  const open = tasks?.filter(({ completed }) => !completed).length ?? 0
  const isEmpty = tasks === undefined || tasks.length === 0
  const [editedId, setEditedId] = useState<string>()
  return (
    <>
      <Panel
        title={t.orderTasks()}
        count={tasks !== undefined && tasks.length > 0 && <CountBadge count={open} label={t.openCount()} isExact />}
        isEmpty={isEmpty}
      >
        {tasks !== undefined && tasks.length === 0 && <p className={panelNoteClass}>{t.none()}</p>}
        <ul>
          {tasks?.map((task) => (
            <OrderTask key={task.id} shopId={shopId} task={task} onEdit={() => setEditedId(task.id)} />
          ))}
        </ul>
        <AddTask shopId={shopId} orderId={orderId} report={report} taskCount={tasks?.length ?? 0} />
        {tasks !== undefined && tasks.length > 0 && (
          <div className="mt-2 pl-7">
            <OrderTasksCsv shopId={shopId} tasks={tasks} />
          </div>
        )}
      </Panel>
      {editedId !== undefined && <TaskDialog shopId={shopId} taskId={editedId} isNested report={report} onClose={() => setEditedId(undefined)} />}
    </>
  )
}

/** A ticked task keeps its position until the order is reopened; new ones come last. */
function useKeptPlaces(sorted: Task[] | undefined): Task[] | undefined {
  const [placeById] = useState(() => new Map<string, number>())
  return useMemo(() => {
    for (const { id } of sorted ?? []) if (!placeById.has(id)) placeById.set(id, placeById.size)
    return sorted?.toSorted((a, b) => (placeById.get(a.id) ?? 0) - (placeById.get(b.id) ?? 0))
  }, [sorted, placeById])
}

function OrderTask({ shopId, task, onEdit }: { shopId: string; task: Task; onEdit: () => void }) {
  const isUnsent = useIsUnsent('tasks', task.id)
  return (
    <li className="flex min-h-12 items-center gap-3 rounded-md pl-4.5 hover:bg-hover max-sm:pl-1 max-sm:flex-wrap max-sm:gap-y-0 max-sm:pb-2">
      <TaskTick shopId={shopId} task={task} className="m-2.5" />
      <button
        type="button"
        onClick={onEdit}
        title={t.editThis()}
        className={cn(
          'min-h-11 min-w-0 flex-1 rounded-sm max-sm:basis-3/5 text-left wrap-anywhere hover:underline',
          task.completed && 'text-muted line-through',
        )}
      >
        {task.description}
      </button>
      {isUnsent && <UnsentMark />}
      <span className="shrink-0 text-sm tabular-nums max-sm:mr-auto max-sm:ml-14">
        <TaskDue task={task} />
      </span>
      <TaskAssignee shopId={shopId} task={task} className="w-40 shrink-0 max-sm:w-34" />
    </li>
  )
}

function AddTask(props: AddTaskProps) {
  const stored = useStoredDraft(`task-add/${props.orderId}`)
  if (stored.state === 'loading') return null
  return <AddTaskLine {...props} draftKey={stored.key} draft={stored.draft} />
}

type AddTaskProps = OrderTasksProps & { taskCount: number }

type AddTaskLineProps = AddTaskProps & { draftKey: string; draft: FormDraft | undefined }

function AddTaskLine({ shopId, orderId, taskCount, draftKey, draft, report }: AddTaskLineProps) {
  const element = useRef<HTMLDivElement>(null)
  useFocusInSight(element, taskCount)
  const { timeZone } = useShopFormat()
  const { form, save, onKeyDown, question, ask } = useTypedLine<TaskForm>({
    shopId,
    schema: taskForms.order.schema,
    draftKey,
    draft,
    makeEmpty: () => newTaskForm(defaultDueInstant(correctedNow(), timeZone)),
    first: 'description',
    toOps: (typed) => [{ action: 'create', collection: 'tasks', values: { ...taskForms.order.toValues(typed), orderId } }],
    texts: { success: t.toast.task.added(), failure: t.toast.task.addFailed(), save: t.saveLine() },
    report,
    isSaveKey: ({ ctrlKey, metaKey, target }) => !ctrlKey && !metaKey && target instanceof HTMLInputElement,
  })
  const { errors, isDirty, isSubmitting } = form.formState
  const assignedId = useWatch({ control: form.control, name: 'assignedEmployeeId' })
  // Without tasks the field appears once it is used.
  const [isUsed, setIsUsed] = useState(isDirty)
  const isOpen = isUsed || isDirty || taskCount > 0

  return (
    <div
      ref={element}
      role="group"
      aria-label={t.addLine()}
      data-own-escape={isDirty || undefined}
      data-editing={isOpen || undefined}
      onKeyDown={onKeyDown}
      className={cn('flex flex-col gap-2', isOpen && 'mt-1 ml-7')}
    >
      <div className="flex items-start gap-2">
        <Field label={t.newTask()} labelHidden error={errors.description?.message} className={isOpen ? 'flex-1' : 'sr-only'}>
          <TextField placeholder={t.newTaskHint()} autoComplete="off" onFocus={() => setIsUsed(true)} {...form.register('description')} />
        </Field>
        <Button onClick={() => void save()} aria-busy={isSubmitting || undefined}>
          <Plus aria-hidden="true" />
          <PanelVerb verb={t.add()} noun={t.addWhat()} />
        </Button>
      </div>
      {isDirty && (
        <div className="grid gap-3 rounded-md bg-sunken p-3 sm:grid-cols-2">
          <Field label={taskForms.order.inputLabels.assignedEmployeeId} error={errors.assignedEmployeeId?.message}>
            <EmployeeSelect shopId={shopId} assignedId={assignedId} {...form.register('assignedEmployeeId')} />
          </Field>
          <Controller
            control={form.control}
            name="dueTimestamp"
            render={({ field, fieldState }) => <DueField value={field.value} onValueChange={field.onChange} error={fieldState.error?.message} />}
          />
          <div className="sm:col-span-2">
            {question || (
              <div className="flex justify-end">
                <Button onClick={ask}>{common.cancel()}</Button>
              </div>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
