import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { Task } from '#schema/collections/tasks.ts'
import { pickChanges } from '#schema/forms/checked-by.ts'
import { newTaskForm, type TaskForm, taskFormSchema, type TaskFormField, taskFormToValues, taskToForm, type TaskValues } from '#schema/forms/task.ts'
import { defaultDueInstant } from '#schema/rules/due.ts'
import { openDialog } from '#web/app/dialogs.ts'
import { failureToDescription, runAction } from '#web/app/notify.ts'
import { useUnsavedText } from '#web/app/unsaved.ts'
import { useRow } from '#web/db/use-row.ts'
import { DeletedNote } from '#web/fields/deleted-note.tsx'
import { DraftNote } from '#web/fields/draft-note.tsx'
import { FormDialog } from '#web/fields/form-dialog.tsx'
import { type FormDraft, withDraft } from '#web/fields/form-draft.ts'
import { MissingRow } from '#web/fields/missing-row.tsx'
import { RefusedNote } from '#web/fields/refused-note.tsx'
import { refusedDraftKey, type RefusedSource, useFormWrite, useRefusedIssues } from '#web/fields/refused-source.ts'
import { RemoteChangesNote } from '#web/fields/remote-changes-note.tsx'
import { findRemoteChanges } from '#web/fields/remote-changes.ts'
import { browserTimeZone } from '#web/fields/time.ts'
import { type ReportTyped, useReportedLine } from '#web/fields/typed-lines.ts'
import { useClosing } from '#web/fields/use-closing.ts'
import { useDraftForm } from '#web/fields/use-draft-form.ts'
import { useDraftKeeper, useStoredDraft } from '#web/fields/use-form-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { DeleteTask } from './delete-task.tsx'
import { capitalize, taskDialogTitle, taskNoun } from './task-cells.ts'
import { TaskFields } from './task-fields.tsx'
import { taskChangeToText, taskFormToText, useTaskWords } from './task-texts.ts'

type TaskDialogProps = {
  shopId: string
  /** Edits this task; without it a new task of the shop is added. */
  taskId?: string | undefined
  /** Lies over the order it belongs to. */
  isNested?: boolean | undefined
  /** Tells the form below that something is typed here. */
  report?: ReportTyped | undefined
  onClose: () => void
  /** Corrects this refused change. */
  refused?: RefusedSource | undefined
}

/** Adds a task of the shop, or edits any task (TASK-14..25). */
export function TaskDialog(props: TaskDialogProps) {
  const { refused, shopId, taskId } = props
  const stored = useStoredDraft(refused ? refusedDraftKey(refused) : taskId === undefined ? `task-add/${shopId}` : `task-edit/${taskId}`)
  const found = useRow('tasks', taskId ?? null)
  const [first, setFirst] = useState<Task>()
  if (first === undefined && found.state === 'ready' && found.row !== undefined) setFirst(found.row)
  if (stored.state === 'loading' || found.state === 'loading') return null
  const form = { ...props, draftKey: stored.key, draft: stored.draft, savedAt: stored.savedAt }
  if (taskId === undefined) return <AddTaskForm {...form} />
  if (first === undefined) return <MissingRow text="Task not found" onClose={props.onClose} />
  return <EditTaskForm {...form} taskId={taskId} first={first} row={found.row} />
}

type TaskFormProps = TaskDialogProps & { draftKey: string; draft: FormDraft | undefined; savedAt: string | undefined }

function AddTaskForm({ shopId, isNested = false, onClose, refused, draftKey, draft, savedAt }: TaskFormProps) {
  const write = useFormWrite(shopId, refused)
  const closing = useClosing(onClose)
  const [opened] = useState(() => withDraft(newTaskForm(defaultDueInstant(new Date(), browserTimeZone())), refused?.draft.values))
  const form = useDraftForm<TaskForm>({ resolver: zodResolver(taskFormSchema('shop')), opened, draft })
  useRefusedIssues(form, refused)
  const { isDirty, isSubmitting } = form.formState
  const [isFromDraft, setIsFromDraft] = useState(draft !== undefined)
  const [result, setResult] = useState<string>()
  useUnsavedText(isDirty)
  const removeDraft = useDraftKeeper({
    key: draftKey,
    shopId,
    watch: (onChange) => form.subscribe({ formState: { values: true }, callback: onChange }),
    read: () => (form.formState.isDirty ? { values: form.getValues(), opened: {} } : undefined),
  })

  const save = form.handleSubmit(async (typed) => {
    const outcome = await runAction({
      run: () => write([{ action: 'create', collection: 'tasks', id: refused?.rowIds[0], values: taskFormToValues(typed) }]),
      success: 'Shop task added successfully',
      failure: 'Failed to add shop task',
    })
    if (!outcome.ok) return setResult(failureToDescription(outcome.error, 'Not saved.'))
    await removeDraft()
    closing.close()
  })

  return (
    <FormDialog
      title={taskDialogTitle(undefined)}
      size="md"
      isDirty={isDirty}
      isBusy={isSubmitting}
      isNested={isNested}
      closing={closing}
      onDiscard={() => void removeDraft()}
      onSubmit={(event) => void save(event)}
      submitText="Create Task"
      busyText="Saving..."
      result={result}
    >
      <RefusedNote refused={refused} />
      {isFromDraft && savedAt !== undefined && (
        <DraftNote
          savedAt={savedAt}
          onStartOver={() => {
            form.reset(opened)
            setIsFromDraft(false)
          }}
        />
      )}
      <TaskFields form={form} shopId={shopId} withCompleted={false} />
    </FormDialog>
  )
}

const tellNobody: ReportTyped = () => undefined

type EditTaskFormProps = TaskFormProps & { taskId: string; first: Task; row: Task | undefined }

const pickValues = ({ description, assignedEmployeeId, dueTimestamp, completed }: TaskValues): TaskValues => ({ description, assignedEmployeeId, dueTimestamp, completed })

function EditTaskForm({ shopId, taskId, isNested = false, report = tellNobody, onClose, refused, draftKey, draft, savedAt, first, row }: EditTaskFormProps) {
  const write = useFormWrite(shopId, refused)
  const closing = useClosing(onClose)
  const [opened, setOpened] = useState<TaskValues>(() => ({ ...pickValues(first), ...refused?.draft.opened, ...draft?.opened }))
  const openedForm = taskToForm(opened)
  const resolver = zodResolver(taskFormSchema(first.orderId === null ? 'shop' : 'order'))
  const form = useDraftForm<TaskForm>({ resolver, opened: withDraft(openedForm, refused?.draft.values), draft })
  useRefusedIssues(form, refused)
  const { isDirty, isSubmitting } = form.formState
  const typed = useWatch({ control: form.control, compute: (values) => values })
  const [isFromDraft, setIsFromDraft] = useState(draft !== undefined)
  const [isDeleting, setIsDeleting] = useState(false)
  const [result, setResult] = useState<string>()
  useUnsavedText(isDirty)
  const removeDraft = useDraftKeeper({
    key: draftKey,
    shopId,
    watch: (onChange) => form.subscribe({ formState: { values: true }, callback: onChange }),
    read: () => (form.formState.isDirty ? { values: form.getValues(), opened } : undefined),
  })
  useReportedLine(report, draftKey, isDirty, () => void removeDraft())

  const words = useTaskWords(shopId)
  const stored = row === undefined ? undefined : taskToForm(row)
  const remote = stored === undefined || isSubmitting ? [] : findRemoteChanges(openedForm, stored, typed)
  const takeStored = (field: string) => {
    if (stored === undefined || row === undefined) return
    const name = field as TaskFormField
    form.resetField(name, { defaultValue: stored[name] })
    setOpened({ ...opened, [name]: row[name] })
  }

  const noun = taskNoun(first)
  const save = form.handleSubmit(async (values) => {
    const changes = pickChanges(taskFormToValues(openedForm), taskFormToValues(values))
    const outcome = await runAction({
      run: () => write([{ action: 'update', collection: 'tasks', id: taskId, values: changes, seen: opened }]),
      success: `${capitalize(noun)} updated successfully`,
      failure: `Failed to update ${noun}`,
    })
    if (!outcome.ok) return setResult(failureToDescription(outcome.error, 'Not saved.'))
    await removeDraft()
    closing.close()
  })

  return (
    <FormDialog
      title={taskDialogTitle(first)}
      size="md"
      isDirty={isDirty}
      isBusy={isSubmitting}
      isNested={isNested}
      closing={closing}
      onDiscard={() => void removeDraft()}
      onSubmit={(event) => void save(event)}
      submitText="Update Task"
      busyText="Saving..."
      cannotSubmit={row === undefined}
      news={
        row === undefined && !isDeleting ? (
          <DeletedNote noun="task" readText={() => taskFormToText(form.getValues(), words)} />
        ) : (
          <RemoteChangesNote changes={stored === undefined ? [] : remote.map((field) => ({ field, text: taskChangeToText(stored, field, words) }))} onTake={takeStored} />
        )
      }
      result={result}
    >
      <RefusedNote refused={refused} />
      {isFromDraft && savedAt !== undefined && (
        <DraftNote
          savedAt={savedAt}
          onStartOver={() => {
            setOpened({ ...pickValues(row ?? first), ...refused?.draft.opened })
            form.reset(withDraft(taskToForm(row ?? first), refused?.draft.values))
            setIsFromDraft(false)
          }}
        />
      )}
      <TaskFields form={form} shopId={shopId} withCompleted />
      <div className="mt-6 flex flex-wrap items-center justify-between gap-2 border-t border-line pt-4">
        {(row !== undefined || isDeleting) && (
          <DeleteTask
            shopId={shopId}
            task={row ?? first}
            isBusy={isDeleting}
            onBusyChange={setIsDeleting}
            onDeleted={() => {
              void removeDraft()
              closing.close()
            }}
          />
        )}
        {first.orderId !== null && !isNested && <OpenOrderButton orderId={first.orderId} isBlocked={isDirty} />}
      </div>
    </FormDialog>
  )
}

/** From the tasks list to the order that the task is about. */
function OpenOrderButton({ orderId, isBlocked }: { orderId: string; isBlocked: boolean }) {
  const found = useRow('orders', orderId)
  if (found.state === 'loading' || found.row === undefined) return null
  return (
    <Button disabled={isBlocked} title={isBlocked ? 'Save the task first' : undefined} onClick={() => openDialog({ kind: 'order-edit', orderId })}>
      Open the order
    </Button>
  )
}
