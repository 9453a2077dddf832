import type { UseFormReturn } from 'react-hook-form'
import type { OrderNote } from '#schema/collections/work/order-notes.ts'
import { draftToText } from '#web/forms/drafts/draft-text.ts'
import { useFormWrite } from '#web/forms/drafts/refused-source.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { type FormDialogRequest, type FormOpening, useEditedRow, useFormOpening } from '#web/forms/form-opening.ts'
import { fieldToNews, typedToLines } from '#web/forms/news/form-words.ts'
import { MissingRow } from '#web/forms/news/missing-row.tsx'
import { RowNews } from '#web/forms/news/row-news.tsx'
import { useAddForm } from '#web/forms/use-add-form.ts'
import { useEditForm } from '#web/forms/use-edit-form.ts'
import { runAction } from '#web/navigation/notify.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { type NoteForm, noteForm } from './form.ts'
import { t } from './notes-texts.ts'

type NoteDialogProps = FormDialogRequest & ({ orderId: string; noteId?: undefined } | { noteId: string; orderId?: undefined })

/** Edits a note over its order's dialog, or corrects a new one that the server refused. */
export function NoteDialog({ orderId, noteId, ...request }: NoteDialogProps) {
  const opening = useFormOpening(request, noteId === undefined ? `note-add/${orderId}` : `note-edit/${noteId}`)
  const edited = useEditedRow('order_notes', noteId ?? null)
  if (opening === undefined || edited.state === 'loading') return null
  if (orderId !== undefined) return <AddNoteForm opening={opening} orderId={orderId} />
  if (edited.first === undefined)
    return <MissingRow text={t.notFound()} typed={opening.draft && draftToText('order_notes', opening.draft)} onClose={request.onClose} />
  return <EditNoteForm opening={opening} first={edited.first} row={edited.row} />
}

function NoteFields({ form }: { form: UseFormReturn<NoteForm> }) {
  return (
    <Field label={noteForm.inputLabels.text} required error={form.formState.errors.text?.message}>
      <TextArea rows={4} {...form.register('text')} />
    </Field>
  )
}

function AddNoteForm({ opening, orderId }: { opening: FormOpening; orderId: string }) {
  const write = useFormWrite(opening)
  const { form, shell, submit } = useAddForm<NoteForm>(opening, { definition: noteForm })
  const save = submit(async (typed) => {
    const outcome = await runAction({
      run: () => write([{ action: 'create', collection: 'order_notes', id: opening.refused?.rowIds[0], values: { ...noteForm.toValues(typed), orderId } }]),
      success: t.added(),
      failure: t.addFailed(),
    })
    await shell.finish(outcome)
  })
  return (
    <FormDialog title={t.add()} size="md" shell={shell} onSubmit={() => void save()} submitText={t.add()}>
      <NoteFields form={form} />
    </FormDialog>
  )
}

function EditNoteForm({ opening, first, row }: { opening: FormOpening; first: OrderNote; row: OrderNote | undefined }) {
  const write = useFormWrite(opening)
  const { form, shell, edit, submit } = useEditForm(opening, { definition: noteForm, first, row })
  const save = submit(async (typed) => {
    const values = noteForm.toChanges(edit.openedForm, typed)
    const outcome = await runAction({
      run: () => write([{ action: 'update', collection: 'order_notes', id: first.id, values, seen: edit.opened }]),
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
          row={{ collection: 'order_notes', id: first.id }}
          edit={edit}
          changeToText={(stored, field) => fieldToNews(noteForm, field, stored[field])}
          readText={() => typedToLines(noteForm, (field) => form.getValues(field))}
        />
      }
    >
      <NoteFields form={form} />
    </FormDialog>
  )
}
