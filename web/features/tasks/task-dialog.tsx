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
import { taskDialogTitle, taskNoun } from './task-cells.ts'
import { newTaskForm, taskForms, type TaskForm, type TaskFormField } from './form.ts'
import { Trash2, MessageCircle } from 'lucide-react'
import { useDevice } from '#web/device/react/provider.tsx'
import { prepareDeletion } from '#web/features/deleted/restore-row.ts'
import { ConfirmRow } from '#web/ui/overlays/confirm-row.tsx'
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import { phoneToChatLink } from '#schema/rules/customers/international-phone.ts'
import { useEmployees } from '#web/device/react/use-device.ts'
import { DueField } from '#web/inputs/time/due-field.tsx'
import { EmployeeSelect } from '#web/inputs/employee-select.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { Link } from '#web/navigation/link.tsx'
import { useRow } from '#web/device/react/use-row.ts'
import { StatusChip } from '#web/inputs/status-chip.tsx'
import { fieldToNews, typedToLines } from '#web/forms/news/form-words.ts'
import { useEmployeeNames } from '#web/inputs/use-employee-names.ts'
import { useNow } from '#web/inputs/time/use-now.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './tasks-texts.ts'

type TaskWords = { employeeName: (id: string) => string; dateTime: (instant: string) => string }

function useTaskWords(shopId: string): TaskWords {
  const employeeName = useEmployeeNames(shopId)
  const now = useNow()
  const { dateTime } = useShopFormat()
  return { employeeName, dateTime: (instant) => dateTime(instant, now) }
}

function valueToText(form: TaskForm, field: TaskFormField, { employeeName, dateTime }: TaskWords): string {
  if (field === 'completed') return form.completed ? t.on() : t.off()
  const value = form[field]
  if (field === 'assignedEmployeeId') return value === '' ? t.nobody() : employeeName(value)
  if (field === 'dueTimestamp') return value === '' ? t.noDate() : dateTime(value)
  return value
}

/** 'Assigned to is now Ana Ruiz'. */
const taskChangeToText = (stored: TaskForm, field: TaskFormField, words: TaskWords): string =>
  fieldToNews(taskForms.shop, field, valueToText(stored, field, words))

/** The typed values, one line per field, for the clipboard. */
const taskFormToText = (form: TaskForm, words: TaskWords): string =>
  typedToLines(taskForms.shop, (field) => (form[field] === '' || form[field] === false ? '' : valueToText(form, field, words)))

const labels = taskForms.shop.inputLabels

type TaskFieldsProps = { form: UseFormReturn<TaskForm>; shopId: string; withCompleted: boolean }

function TaskFields({ form, shopId, withCompleted }: TaskFieldsProps) {
  const { errors } = form.formState
  const [assignedId, completed] = useWatch({ control: form.control, name: ['assignedEmployeeId', 'completed'] })
  return (
    <div className="flex flex-col gap-4">
      <Field label={labels.description} required error={errors.description?.message}>
        <TextArea rows={3} {...form.register('description')} />
      </Field>
      <div className="flex items-end gap-2">
        <Field label={labels.assignedEmployeeId} error={errors.assignedEmployeeId?.message} className="flex-1">
          <EmployeeSelect shopId={shopId} assignedId={assignedId} {...form.register('assignedEmployeeId')} />
        </Field>
        <EmployeeChat shopId={shopId} employeeId={assignedId} />
      </div>
      <Controller
        control={form.control}
        name="dueTimestamp"
        render={({ field, fieldState }) => (
          <DueField value={field.value} onValueChange={field.onChange} error={fieldState.error?.message} isFinished={completed} />
        )}
      />
      {withCompleted && <Checkbox label={labels.completed} {...form.register('completed')} />}
    </div>
  )
}

/** A chat link to the assignee, if they have a phone. */
function EmployeeChat({ shopId, employeeId }: { shopId: string; employeeId: string }) {
  const employee = useEmployees(shopId).find(({ id }) => id === employeeId)
  const link = employee === undefined ? null : phoneToChatLink(employee.countryCode, employee.phone)
  if (link === null) return null
  return (
    <a href={link} target="_blank" rel="noopener noreferrer" className={buttonClass('secondary')}>
      <MessageCircle aria-hidden="true" />
      {t.whatsApp()}
    </a>
  )
}

type Nesting = {
  /** Opened over its order. */
  isNested?: boolean | undefined
  /** Tells the form below that something is typed. */
  report?: ReportTyped | undefined
}

type TaskDialogProps = FormDialogRequest &
  Nesting & {
    /** The task to edit; without it, a new one. */
    taskId?: string | undefined
    /** The order of a refused new task; without it, the task belongs to the shop. */
    orderId?: string | undefined
  }

/** Adds a task of the shop or edits any task. */
export function TaskDialog({ taskId, orderId, isNested, report, ...request }: TaskDialogProps) {
  const opening = useFormOpening(request, taskId === undefined ? `task-add/${request.shopId}` : `task-edit/${taskId}`)
  const edited = useEditedRow('tasks', taskId ?? null)
  if (opening === undefined || edited.state === 'loading') return null
  if (taskId === undefined) return <AddTaskForm opening={opening} orderId={orderId} />
  if (edited.first === undefined)
    return <MissingRow text={t.notFound()} typed={opening.draft && draftToText('tasks', opening.draft)} onClose={request.onClose} />
  if (edited.first.shopId !== request.shopId) {
    return (
      <RowOfOtherShop
        noun={t.noun()}
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

  const toast = t.toast[taskNoun({ orderId: orderId ?? null })]
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
      success: toast.added(),
      failure: toast.addFailed(),
    })
    await shell.finish(outcome)
  })

  return (
    <FormDialog
      title={orderId === undefined ? taskDialogTitle(undefined) : t.addOrderTask()}
      size="md"
      shell={shell}
      onSubmit={() => void save()}
      submitText={t.create()}
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

  const toast = t.toast[taskNoun(first)]
  const save = submit(async (typed) => {
    const changes = definition.toChanges(edit.openedForm, typed)
    const outcome = await runAction({
      run: () => write([{ action: 'update', collection: 'tasks', id: first.id, values: changes, seen: edit.opened }]),
      success: toast.updated(),
      failure: toast.updateFailed(),
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
      submitText={t.update()}
      cannotSubmit={row === undefined}
      news={
        <RowNews
          noun={t.noun()}
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

type DeleteTaskProps = { shopId: string; task: Task; isBusy: boolean; onBusyChange: (isBusy: boolean) => void; onDeleted: () => void }

/** Deletes after a confirmation, with Undo. */
function DeleteTask({ shopId, task, isBusy, onBusyChange, onDeleted }: DeleteTaskProps) {
  const device = useDevice()
  const toast = t.toast[taskNoun(task)]
  const remove = async (): Promise<void> => {
    onBusyChange(true)
    const { run, undo } = prepareDeletion(device, shopId, { collection: 'tasks', id: task.id, title: task.description })
    const outcome = await runAction({
      run,
      success: { title: toast.deleted(), action: undo },
      failure: toast.deleteFailed(),
    })
    if (outcome.ok) onDeleted()
    else onBusyChange(false)
  }
  return <ConfirmRow label={common.delete()} icon={<Trash2 aria-hidden="true" />} question={t.deleteQuestion()} onConfirm={() => void remove()} busy={isBusy} />
}

type TaskOrderProps = { shopId: string; orderId: string; /** Called when the link is followed in this tab. */ onFollow: () => void }

function TaskOrder({ shopId, orderId, onFollow }: TaskOrderProps) {
  const order = useRow('orders', orderId)
  const customer = useRow('customers', order.state === 'ready' ? (order.row?.customerId ?? null) : null)
  if (order.state === 'loading' || order.row === undefined) return null
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-sunken px-3 py-1.5">
      <span className="min-w-0 flex-1">
        <span className="block text-sm text-muted">{customer.state === 'ready' ? (customer.row?.name ?? '…') : '…'}</span>
        <Link
          to={dashboardPath({ shopId, tab: 'tasks', orderId })}
          title={t.openOrder()}
          onClick={({ ctrlKey, metaKey, shiftKey }) => {
            if (!ctrlKey && !metaKey && !shiftKey) onFollow()
          }}
          className="-my-2 line-clamp-2 py-2 text-accent-ink hover:underline"
        >
          {order.row.itemDetails}
        </Link>
      </span>
      <StatusChip statusId={order.row.orderStatusId} />
    </div>
  )
}
