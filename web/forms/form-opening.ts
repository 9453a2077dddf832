import { useEffect, useState } from 'react'
import type { CollectionName, DocumentByCollection } from '#schema/collections/index.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useRow } from '#web/device/react/use-row.ts'
import type { FormDraft } from './drafts/form-draft.ts'
import { refusedDraftKey, type RefusedSource } from './drafts/refused-source.ts'
import { useStoredDraft } from './drafts/use-form-draft.ts'

export type FormDialogRequest = {
  shopId: string
  onClose: () => void
  /** The refused change that the form corrects; such a form has no address. */
  refused?: RefusedSource | undefined
}

export type FormOpening = FormDialogRequest & { draftKey: string; draft: FormDraft | undefined; savedAt: string | undefined }

/** `formKey`: the kind of form, such as `order-edit/{id}`. Undefined while the draft is being read. */
export function useFormOpening({ shopId, onClose, refused }: FormDialogRequest, formKey: string): FormOpening | undefined {
  const stored = useStoredDraft(refused === undefined ? formKey : refusedDraftKey(refused))
  if (stored.state === 'loading') return undefined
  return { shopId, onClose, refused, draftKey: stored.key, draft: stored.draft, savedAt: stored.savedAt }
}

/** `first`: the row when the form opened; `row`: the current row, undefined once deleted. */
type EditedRow<Row> = { state: 'loading' } | { state: 'ready'; first: Row | undefined; row: Row | undefined }

/** The row of an edit form, after pending writes from elsewhere, such as a list's cell. */
export function useEditedRow<N extends CollectionName>(collection: N, id: string | null): EditedRow<DocumentByCollection[N]> {
  const device = useDevice()
  const [writtenId, setWrittenId] = useState<string | null>(null)
  useEffect(() => {
    if (id !== null) void device.outbox.whenWritten(id).then(() => setWrittenId(id))
  }, [device, id])
  // An unreadable row counts as missing: otherwise the form would never open and show no reason.
  const found = useRow(collection, writtenId === id ? id : null, { isMissingWhenUnreadable: true })
  const [first, setFirst] = useState<DocumentByCollection[N]>()
  if (found.state === 'loading' || writtenId !== id) return { state: 'loading' }
  if (first === undefined && found.row !== undefined) setFirst(found.row)
  return { state: 'ready', first: first ?? found.row, row: found.row }
}
