import { capitalize } from '#schema/rules/text/capitalize.ts'
import type { Task } from '#schema/collections/work/tasks.ts'
import { defaultDueInstant } from '#schema/rules/orders/due.ts'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import { runAction } from '#web/navigation/notify.ts'
import { dashboardPath } from '#web/navigation/paths.ts'
import { draftToText } from '#web/forms/drafts/draft-text.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { type FormDialogRequest, type FormOpening, useEditedRow, useFormOpening } from '#web/forms/form-opening.ts'
import { MissingRow } from '#web/forms/news/missing-row.tsx'
import { useFormWrite } from '#web/forms/drafts/refused-source.ts'
import { RowNews } from '#web/forms/news/row-news.tsx'
import { RowOfOtherShop } from '#web/forms/news/row-of-other-shop.tsx'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { type ReportTyped, useReportedLine } from '#web/forms/drafts/typed-lines.ts'
import { useAddForm } from '#web/forms/use-add-form.ts'
import { useEditForm } from '#web/forms/use-edit-form.ts'
import { DeleteTask } from './delete-task.tsx'
import { taskDialogTitle, taskNoun } from './task-cells.ts'
import { TaskFields } from './task-fields.tsx'
import { TaskOrder } from './task-order.tsx'
import { taskChangeToText, taskFormToText, useTaskWords } from './task-texts.ts'
import { newTaskForm, taskForms } from './form.ts'

type Nesting = {
  /** Lies over the order it belongs to. */
  isNested?: boolean | undefined
  /** Tells the form below that something is typed here. */
  report?: ReportTyped | undefined
}

type TaskDialogProps = FormDialogRequest &
  Nesting & {
    /** Edits this task; without it a new one is added. */
    taskId?: string | undefined
    /** The order of a new task that is corrected here; without it the task is one of the shop. */
    orderId?: string | undefined
  }

/** Adds a task of the shop, or edits any task (TASK-14..25). */
export function TaskDialog({ taskId, orderId, isNested, report, ...request }: TaskDialogProps) {
  const opening = useFormOpening(request, taskId === undefined ? `task-add/${request.shopId}` : `task-edit/${taskId}`)
  const edited = useEditedRow('tasks', taskId ?? null)
  if (opening === undefined || edited.state === 'loading') return null
  if (taskId === undefined) return <AddTaskForm opening={opening} orderId={orderId} />
  if (edited.first === undefined)
    return <MissingRow text="Task not found" typed={opening.draft && draftToText('tasks', opening.draft)} onClose={request.onClose} />
  if (edited.first.shopId !== request.shopId) {
    return (
      <RowOfOtherShop
        noun="task"
        shopId={edited.first.shopId}
        path={`${dashboardPath({ shopId: edited.first.shopId, tab: 'tasks' })}/task/${taskId}`}
        onClose={request.onClose}
      />
    )
  }
  return <EditTaskForm opening={opening} first={edited.first} row={edited.row} isNested={isNested} report={report} />
}

function AddTaskForm({ opening, orderId }: { opening: FormOpening; orderId: string | undefined }) {
  const { shopId, refused } = opening
  const write = useFormWrite(opening)
  const { timeZone } = useShopFormat()
  const { form, shell, submit } = useAddForm(opening, {
    definition: taskForms[orderId === undefined ? 'shop' : 'order'],
    makeEmpty: () => newTaskForm(defaultDueInstant(correctedNow(), timeZone)),
  })

  const noun = taskNoun({ orderId: orderId ?? null })
  const save = submit(async (typed) => {
    const outcome = await runAction({
      run: () =>
        write([
          {
            action: 'create',
            collection: 'tasks',
            id: refused?.rowIds[0],
            values: { ...taskForms.shop.toValues(typed), ...(orderId !== undefined && { orderId }) },
          },
        ]),
      success: `${capitalize(noun)} added successfully`,
      failure: `Failed to add ${noun}`,
    })
    await shell.finish(outcome)
  })

  return (
    <FormDialog
      title={orderId === undefined ? taskDialogTitle(undefined) : 'Add Order Task'}
      size="md"
      shell={shell}
      onSubmit={() => void save()}
      submitText="Create Task"
    >
      <TaskFields form={form} shopId={shopId} withCompleted={false} />
    </FormDialog>
  )
}

const tellNobody: ReportTyped = () => undefined

type EditTaskFormProps = Nesting & { opening: FormOpening; first: Task; row: Task | undefined }

function EditTaskForm({ opening, first, row, isNested = false, report = tellNobody }: EditTaskFormProps) {
  const { shopId } = opening
  const definition = taskForms[first.orderId === null ? 'shop' : 'order']
  const write = useFormWrite(opening)
  const { form, shell, edit, submit } = useEditForm(opening, { definition, first, row })
  useReportedLine(report, opening.draftKey, shell.isDirty, { discard: () => void shell.removeDraft() })
  const words = useTaskWords(shopId)

  const noun = taskNoun(first)
  const save = submit(async (typed) => {
    const changes = definition.toChanges(edit.openedForm, typed)
    const outcome = await runAction({
      run: () => write([{ action: 'update', collection: 'tasks', id: first.id, values: changes, seen: edit.opened }]),
      success: `${capitalize(noun)} updated successfully`,
      failure: `Failed to update ${noun}`,
    })
    await shell.finish(outcome)
  })

  return (
    <FormDialog
      title={taskDialogTitle(first)}
      size="md"
      shell={shell}
      isNested={isNested}
      onSubmit={() => void save()}
      submitText="Update Task"
      cannotSubmit={row === undefined}
      news={
        <RowNews
          noun="task"
          row={{ collection: 'tasks', id: first.id }}
          edit={edit}
          changeToText={(stored, field) => taskChangeToText(stored, field, words)}
          readText={() => taskFormToText(form.getValues(), words)}
        />
      }
    >
      {first.orderId !== null && !isNested && <TaskOrder shopId={shopId} orderId={first.orderId} onFollow={() => !shell.isDirty && opening.onClose()} />}
      <TaskFields form={form} shopId={shopId} withCompleted />
      <div className="mt-6 flex flex-wrap items-center justify-between gap-2 border-t border-line pt-4">
        {(row !== undefined || edit.isDeleting) && (
          <DeleteTask shopId={shopId} task={row ?? first} isBusy={edit.isDeleting} onBusyChange={edit.setIsDeleting} onDeleted={shell.leave} />
        )}
      </div>
    </FormDialog>
  )
}
