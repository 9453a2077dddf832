import { useEffect, useState } from 'react'
import type { CollectionName, DocumentByCollection } from '#schema/collections/index.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useRow } from '#web/device/react/use-row.ts'
import type { FormDraft } from './drafts/form-draft.ts'
import { refusedDraftKey, type RefusedSource } from './drafts/refused-source.ts'
import { useStoredDraft } from './drafts/use-form-draft.ts'

/** What every dialog with a form is opened with. */
export type FormDialogRequest = {
  shopId: string
  onClose: () => void
  /** The refused change that the form corrects, instead of making another one; such a form has no address. */
  refused?: RefusedSource | undefined
}

/** The request, and what such a form left behind. */
export type FormOpening = FormDialogRequest & { draftKey: string; draft: FormDraft | undefined; savedAt: string | undefined }

/** `formKey`: the kind of form, such as `order-edit/{id}`. Undefined while its draft is being read. */
export function useFormOpening({ shopId, onClose, refused }: FormDialogRequest, formKey: string): FormOpening | undefined {
  const stored = useStoredDraft(refused === undefined ? formKey : refusedDraftKey(refused))
  if (stored.state === 'loading') return undefined
  return { shopId, onClose, refused, draftKey: stored.key, draft: stored.draft, savedAt: stored.savedAt }
}

/** `first`: the row as it was when the form opened; `row`: as it is now, undefined once it was deleted. */
type EditedRow<Row> = { state: 'loading' } | { state: 'ready'; first: Row | undefined; row: Row | undefined }

/** The row of a form that edits it, with what was changed just before outside of the form, such as in a cell of a list. */
export function useEditedRow<N extends CollectionName>(collection: N, id: string | null): EditedRow<DocumentByCollection[N]> {
  const device = useDevice()
  const [writtenId, setWrittenId] = useState<string | null>(null)
  useEffect(() => {
    if (id !== null) void device.outbox.whenWritten(id).then(() => setWrittenId(id))
  }, [device, id])
  // A row that cannot be read counts as missing: else the form would never open, and nobody would know why.
  const found = useRow(collection, writtenId === id ? id : null, { isMissingWhenUnreadable: true })
  const [first, setFirst] = useState<DocumentByCollection[N]>()
  if (found.state === 'loading' || writtenId !== id) return { state: 'loading' }
  if (first === undefined && found.row !== undefined) setFirst(found.row)
  return { state: 'ready', first: first ?? found.row, row: found.row }
}
