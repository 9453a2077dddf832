import { type FormEvent, useState } from 'react'
import { v7 } from 'uuid'
import { attachmentMaxBytes } from '#schema/rules/files/file-limits.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Notice } from '../notice.tsx'
import type { PortalApi, PublicCustomer, PublicOrder } from '../portal-api.ts'
import { PhotosField } from './photos-field.tsx'
import { useSubmission } from './use-submission.ts'
import { t } from '../language/texts.ts'

/** `id` is the id of the last submit, '' after an edit: a retry after a lost response creates no second order. */
export type OrderDraft = { id: string; itemDetails: string; issueDescription: string; additionalRequests: string }
export const emptyOrderDraft: OrderDraft = { id: '', itemDetails: '', issueDescription: '', additionalRequests: '' }

type Name = Exclude<keyof OrderDraft, 'id'>
const nameByPath: Readonly<Record<string, Name>> = {
  itemDetails: 'itemDetails',
  issueDescription: 'issueDescription',
  additionalRequests: 'additionalRequests',
}

type OrderFormProps = {
  api: PortalApi
  customer: PublicCustomer
  draft: OrderDraft
  onDraftChange: (draft: OrderDraft) => void
  photos: readonly File[]
  onPhotosChange: (photos: readonly File[]) => void
  /** `unsent`: photos that did not arrive. */
  onSubmitted: (order: PublicOrder, unsent: number) => void
  onUnverified: () => void
}

/** 'Create New Repair Order'. The caller holds the draft, so that it survives an expired session and a failed request. */
export function OrderForm({ api, customer, draft, onDraftChange, photos, onPhotosChange, onSubmitted, onUnverified }: OrderFormProps) {
  const { form, problems, clear, busyWith, notice, submit } = useSubmission(nameByPath)
  const [isSendingPhotos, setIsSendingPhotos] = useState(false)
  const isBusy = busyWith !== undefined || isSendingPhotos

  const change = (name: Name, text: string) => {
    onDraftChange({ ...draft, id: '', [name]: text })
    clear(name)
  }

  const create = async (event: FormEvent) => {
    event.preventDefault()
    const created = await submit('submit', {
      check: {
        itemDetails: draft.itemDetails.trim() === '' ? t.itemDetailsNeeded() : undefined,
        issueDescription: draft.issueDescription.trim() === '' ? t.server.issueNeeded() : undefined,
      },
      send: () => {
        const sent = { ...draft, id: draft.id === '' ? v7() : draft.id }
        onDraftChange(sent)
        return api.createOrder({ customerId: customer.id, ...sent })
      },
      failed: { title: t.failedOrder() },
      onFailure: ({ isUnverified }) => {
        if (isUnverified) onUnverified()
        return isUnverified
      },
    })
    if (created === undefined) return
    if (photos.length === 0) return onSubmitted(created, 0)
    setIsSendingPhotos(true)
    const part = await import('./send-photos.ts').catch(() => undefined)
    const unsent = part === undefined ? photos.length : await part.sendPhotos(api, { orderId: created.id, photos, maxBytes: attachmentMaxBytes })
    setIsSendingPhotos(false)
    onSubmitted(created, unsent)
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void create(event)} className="flex flex-col gap-4">
      <Field label={t.itemDetails()} required error={problems.itemDetails} hint={t.itemDetailsHint()}>
        <TextField autoComplete="off" readOnly={isBusy} value={draft.itemDetails} onChange={({ target }) => change('itemDetails', target.value)} />
      </Field>
      <Field label={t.issueDescription()} required error={problems.issueDescription} hint={t.issueDescriptionHint()}>
        <TextArea readOnly={isBusy} value={draft.issueDescription} onChange={({ target }) => change('issueDescription', target.value)} />
      </Field>
      <Field label={t.additionalRequests()} error={problems.additionalRequests}>
        <TextArea rows={2} readOnly={isBusy} value={draft.additionalRequests} onChange={({ target }) => change('additionalRequests', target.value)} />
      </Field>
      <PhotosField photos={photos} isBusy={isBusy} onChange={onPhotosChange} />
      <Notice notice={notice} />
      <Button type="submit" variant="primary" size="lg" busy={isBusy}>
        {t.create()}
      </Button>
    </form>
  )
}
