import { orderNotes } from '#schema/collections/work/order-notes.ts'
import { defineForm, type FormOf } from '#web/forms/define-form.ts'

/** A note as typed. */
export const noteForm = defineForm(orderNotes, { text: {} })

export type NoteForm = FormOf<typeof noteForm>
