import type { UseFormReturn } from 'react-hook-form'
import type { TestList } from '#schema/collections/work/tests.ts'
import { assetKinds } from '#schema/values/assets/asset-title.ts'
import { orderStatusById } from '#schema/values/order-status.ts'
import { draftToText } from '#web/forms/drafts/draft-text.ts'
import { useFormWrite } from '#web/forms/drafts/refused-source.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { type FormDialogRequest, type FormOpening, useEditedRow, useFormOpening } from '#web/forms/form-opening.ts'
import { fieldToNews, typedToLines } from '#web/forms/news/form-words.ts'
import { MissingRow } from '#web/forms/news/missing-row.tsx'
import { RowNews } from '#web/forms/news/row-news.tsx'
import { useAddForm } from '#web/forms/use-add-form.ts'
import { useEditForm } from '#web/forms/use-edit-form.ts'
import { useOrderStatuses } from '#web/inputs/use-status-name.ts'
import { runAction } from '#web/navigation/notify.ts'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { type TestForm, testForm } from './form.ts'
import { t } from './tests-texts.ts'
import { deviceKindToText } from '#web/language/set-names-texts.ts'

/** `testId`: undefined for a new list. */
export function TestDialog({ testId, ...request }: FormDialogRequest & { testId?: string | undefined }) {
  const opening = useFormOpening(request, testId === undefined ? `test-add/${request.shopId}` : `test-edit/${testId}`)
  const edited = useEditedRow('tests', testId ?? null)
  if (opening === undefined || edited.state === 'loading') return null
  if (testId === undefined) return <AddTestForm opening={opening} />
  if (edited.first === undefined)
    return <MissingRow text={t.notFound()} typed={opening.draft && draftToText('tests', opening.draft)} onClose={request.onClose} />
  return <EditTestForm opening={opening} first={edited.first} row={edited.row} />
}

function AddTestForm({ opening }: { opening: FormOpening }) {
  const write = useFormWrite(opening)
  const { form, shell, submit } = useAddForm<TestForm>(opening, { definition: testForm })
  const save = submit(async (typed) => {
    const outcome = await runAction({
      run: () => write([{ action: 'create', collection: 'tests', id: opening.refused?.rowIds[0], values: testForm.toValues(typed) }]),
      success: t.added(),
      failure: t.addFailed(),
    })
    await shell.finish(outcome)
  })
  return (
    <FormDialog title={t.add()} size="md" shell={shell} onSubmit={() => void save()} submitText={t.add()}>
      <TestFields form={form} />
    </FormDialog>
  )
}

function EditTestForm({ opening, first, row }: { opening: FormOpening; first: TestList; row: TestList | undefined }) {
  const write = useFormWrite(opening)
  const { form, shell, edit, submit } = useEditForm(opening, { definition: testForm, first, row })
  const save = submit(async (typed) => {
    const values = testForm.toChanges(edit.openedForm, typed)
    const outcome = await runAction({
      run: () => write([{ action: 'update', collection: 'tests', id: first.id, values, seen: edit.opened }]),
      success: t.updated(),
      failure: t.updateFailed(),
    })
    await shell.finish(outcome)
  })
  return (
    <FormDialog
      title={t.edit()}
      size="md"
      shell={shell}
      onSubmit={() => void save()}
      submitText={t.update()}
      cannotSubmit={row === undefined}
      news={
        <RowNews
          noun={t.noun()}
          row={{ collection: 'tests', id: first.id }}
          edit={edit}
          changeToText={(stored, field) => fieldToNews(testForm, field, toWords(stored, field))}
          readText={() => typedToLines(testForm, (field) => toWords(form.getValues(), field))}
        />
      }
    >
      <TestFields form={form} />
    </FormDialog>
  )
}

const kinds = [{ value: '', label: t.anyDevice() }, ...assetKinds.map((kind) => ({ value: kind as string, label: deviceKindToText(kind) }))]

function toWords(form: TestForm, field: keyof TestForm): string {
  const typed = form[field]
  if (typeof typed === 'boolean') return typed ? t.yes() : t.no()
  if (field === 'beforeStatusId' || field === 'afterStatusId')
    return typed === '' ? t.noStatus() : (orderStatusById.get(typed)?.statusName ?? t.anotherStatus())
  return field === 'deviceKind' ? (kinds.find(({ value }) => value === typed)?.label ?? typed) : typed
}

const labels = testForm.inputLabels

function TestFields({ form }: { form: UseFormReturn<TestForm> }) {
  const { errors } = form.formState
  const statuses = useOrderStatuses().map(({ id, statusName }) => ({ value: id, label: statusName }))
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={labels.name} required error={errors.name?.message}>
        <TextField autoComplete="off" {...form.register('name')} />
      </Field>
      <Field label={labels.deviceKind} error={errors.deviceKind?.message}>
        <Select options={kinds} {...form.register('deviceKind')} />
      </Field>
      <Field label={labels.items} required error={errors.items?.message} hint={t.itemsHint()} className="sm:col-span-2">
        <TextArea rows={6} {...form.register('items')} />
      </Field>
      {(['beforeStatusId', 'afterStatusId'] as const).map((name) => (
        <Field key={name} label={labels[name]} error={errors[name]?.message}>
          <Select placeholder={t.chooseNoStatus()} options={statuses} {...form.register(name)} />
        </Field>
      ))}
      <Checkbox label={labels.archived} hint={t.archivedHint()} {...form.register('archived')} />
    </div>
  )
}
