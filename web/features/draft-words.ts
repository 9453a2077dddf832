import type { Collection } from '#schema/collection.ts'
import { collectionByName, type CollectionName } from '#schema/collections/index.ts'
import type { RowRef } from '#web/device/rows/rows.ts'
import { draftToText } from '#web/forms/drafts/draft-text.ts'
import type { FormDraft } from '#web/forms/drafts/form-draft.ts'
import type { DialogRequest } from '#web/navigation/dialogs.ts'
import type { DraftWords, LeftDraft } from './define-feature.ts'
import { menu } from '#web/language/menu-texts.ts'

/** Title and text of a draft with the collection's fields. */
export function describeDraft(collection: CollectionName, draft: FormDraft | undefined): { title: string; text: string } {
  if (draft === undefined) return { title: '', text: '' }
  const { audit }: Collection = collectionByName[collection]
  const title = audit.titleOf?.(draft.values) ?? draft.values[audit.titleField]
  return { title: typeof title === 'string' ? title.trim() : '', text: draftToText(collection, draft) }
}

/** Describes drafts whose key names the edited row, as `order-edit/{id}`; `toDialog` opens that row's form. */
export const changeOfRow =
  (collection: keyof typeof menu.draft.changeOf, toDialog: (id: string) => DialogRequest) =>
  ({ first, draft }: LeftDraft): DraftWords => ({
    noun: menu.draft.changeOf[collection](),
    ...describeDraft(collection, draft),
    row: { collection, id: first },
    dialog: toDialog(first),
  })

/** Row and dialog for a draft that is typed inside its order's dialog. */
export const inOrder = (orderId: string): { row: RowRef; dialog: DialogRequest } => ({
  row: { collection: 'orders', id: orderId },
  dialog: { kind: 'order-edit', orderId },
})
