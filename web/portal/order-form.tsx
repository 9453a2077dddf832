import { type FormEvent, useState } from 'react'
import { v7 } from 'uuid'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Notice } from './notice.tsx'
import type { PortalApi, PublicCustomer } from './portal-api.ts'
import { failureToNotice, type NoticeContent } from './portal-words.ts'
import { issuesToProblems, useProblems } from './use-problems.ts'

/** `id`: what the order was last sent as, '' since its texts changed. An order whose answer was lost is not made twice. */
export type OrderDraft = { id: string; itemDetails: string; issueDescription: string; additionalRequests: string }
export const emptyOrderDraft: OrderDraft = { id: '', itemDetails: '', issueDescription: '', additionalRequests: '' }

type Name = Exclude<keyof OrderDraft, 'id'>
const nameByPath: Readonly<Record<string, Name>> = { itemDetails: 'itemDetails', issueDescription: 'issueDescription', additionalRequests: 'additionalRequests' }

type OrderFormProps = {
  api: PortalApi
  customer: PublicCustomer
  draft: OrderDraft
  onDraftChange: (draft: OrderDraft) => void
  onSubmitted: () => void
  onUnverified: () => void
}

/** 'Create New Repair Order' (PUB-10, VAL-36 to VAL-38). The draft is its owner's: it outlives an expired session and a failed send. */
export function OrderForm({ api, customer, draft, onDraftChange, onSubmitted, onUnverified }: OrderFormProps) {
  const { form, problems, tell, clear } = useProblems<Name>()
  const [isBusy, setIsBusy] = useState(false)
  const [notice, setNotice] = useState<NoticeContent | undefined>(undefined)

  const change = (name: Name, text: string) => {
    onDraftChange({ ...draft, id: '', [name]: text })
    clear(name)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setNotice(undefined)
    if (
      tell({
        itemDetails: draft.itemDetails.trim() === '' ? 'Item details are required' : undefined,
        issueDescription: draft.issueDescription.trim() === '' ? 'Issue description is required' : undefined,
      })
    )
      return
    const sent = { ...draft, id: draft.id === '' ? v7() : draft.id }
    onDraftChange(sent)
    setIsBusy(true)
    const outcome = await api.createOrder({ customerId: customer.id, ...sent })
    setIsBusy(false)
    if (outcome.ok) return onSubmitted()
    if (outcome.failure.isUnverified) return onUnverified()
    if (!tell(issuesToProblems(outcome.failure.issues, nameByPath))) setNotice(failureToNotice('Failed to create order', outcome.failure))
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field label="Item Details" required error={problems.itemDetails} hint="What it is: maker, model, colour">
        <TextField autoComplete="off" readOnly={isBusy} value={draft.itemDetails} onChange={({ target }) => change('itemDetails', target.value)} />
      </Field>
      <Field label="Issue Description" required error={problems.issueDescription} hint="What is wrong with it">
        <TextArea readOnly={isBusy} value={draft.issueDescription} onChange={({ target }) => change('issueDescription', target.value)} />
      </Field>
      <Field label="Additional Requests" error={problems.additionalRequests}>
        <TextArea rows={2} readOnly={isBusy} value={draft.additionalRequests} onChange={({ target }) => change('additionalRequests', target.value)} />
      </Field>
      <Notice notice={notice} />
      <Button type="submit" variant="primary" size="lg" busy={isBusy}>
        Create Order
      </Button>
    </form>
  )
}
