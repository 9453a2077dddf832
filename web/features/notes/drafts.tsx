import { draftToText } from '#web/forms/drafts/draft-text.ts'
import { laterDialog } from '#web/navigation/later.tsx'
import { defineDrafts } from '../define-feature.ts'
import { describeDraft, inOrder } from '../draft-words.ts'
import { menu } from '#web/language/menu-texts.ts'

const NoteDialog = laterDialog(async () => (await import('./note-dialog.tsx')).NoteDialog)

declare module '../define-feature.ts' {
  interface RefusedForms {
    note: { target: { orderId: string } | { noteId: string } }
  }
}

/** Notes of an order, written and edited inside its dialog; a refused one has its own dialog. */
export const drafts = defineDrafts({
  draftKinds: {
    'note-add': ({ first, draft }) => ({ noun: menu.draft.note(), ...describeDraft('order_notes', draft), ...inOrder(first) }),
    'note-edit': ({ first, draft }) => ({
      noun: menu.draft.changeOfNote(),
      ...describeDraft('order_notes', draft),
      row: { collection: 'order_notes', id: first },
    }),
  },
  unknownDraftToText: (draft) => draftToText('order_notes', draft),
  corrects: {
    rows: {
      order_notes: {
        shownFields: new Set(['text']),
        ownerField: 'orderId',
        createToForm: ({ typed, ownerId, toSource }) =>
          ownerId === undefined ? undefined : { kind: 'note', target: { orderId: ownerId }, source: toSource(typed) },
        updateToForm: ({ id, typed, seen, toSource }) => ({ kind: 'note', target: { noteId: id }, source: toSource(typed, seen) }),
      },
    },
    forms: {
      note: {
        needs: ({ target }) => ['noteId' in target ? { collection: 'order_notes', id: target.noteId } : { collection: 'orders', id: target.orderId }],
        show: (props, { target }) => <NoteDialog {...props} {...target} />,
      },
    },
  },
})
