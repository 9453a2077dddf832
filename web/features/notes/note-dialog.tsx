import type { FormDialogRequest } from '#web/forms/form-opening.ts'
import { RowDialog } from '#web/forms/row-dialog.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { noteForm } from './form.ts'
import { t } from './notes-texts.ts'

type NoteDialogProps = FormDialogRequest & ({ orderId: string; noteId?: undefined } | { noteId: string; orderId?: undefined })

/** Edits a note over its order's dialog, or corrects a new one that the server refused. */
export function NoteDialog({ orderId, noteId, ...request }: NoteDialogProps) {
  const formKey = noteId === undefined ? `note-add/${orderId}` : `note-edit/${noteId}`
  return (
    <RowDialog request={request} formKey={formKey} collection="order_notes" rowId={noteId} definition={noteForm} texts={t} given={{ orderId }}>
      {(form) => (
        <Field label={noteForm.inputLabels.text} required error={form.formState.errors.text?.message}>
          <TextArea rows={4} {...form.register('text')} />
        </Field>
      )}
    </RowDialog>
  )
}
