import { useState } from 'react'
import type { Estimate } from '#schema/collections/work/estimates.ts'
import { approvedOrderStatus } from '#schema/rules/estimates/estimate-states.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useFormWrite } from '#web/forms/drafts/refused-source.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { type FormOpening, useFormOpening } from '#web/forms/form-opening.ts'
import { useAddForm } from '#web/forms/use-add-form.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { runAction } from '#web/navigation/notify.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { type AnswerForm, answerForm } from './form.ts'
import { t } from './estimates-texts.ts'

type AnswerDialogProps = { shopId: string; estimate: Estimate; customerName: string; onClose: () => void }

const labels = answerForm.inputLabels

/** Records the customer's answer given at the counter or by phone; works offline. */
export function AnswerDialog({ shopId, estimate, customerName, onClose }: AnswerDialogProps) {
  const opening = useFormOpening({ shopId, onClose }, `estimate-answer/${estimate.id}`)
  return opening === undefined ? null : <AnswerFields opening={opening} estimate={estimate} customerName={customerName} />
}

const answers = [
  { value: 'approved', label: t.approves() },
  { value: 'declined', label: t.declines() },
]

function AnswerFields({ opening, estimate, customerName }: Omit<AnswerDialogProps, 'shopId' | 'onClose'> & { opening: FormOpening }) {
  const device = useDevice()
  const write = useFormWrite(opening)
  const { money } = useShopFormat()
  const makeEmpty = (): AnswerForm => ({ ...answerForm.empty, decidedName: customerName })
  const { form, shell, submit } = useAddForm<AnswerForm>(opening, { definition: answerForm, makeEmpty })
  const { errors } = form.formState
  const [opened] = useState(estimate)
  const isChanged = estimate.lines !== opened.lines
  const save = submit(async (typed) => {
    const { id, orderId } = estimate
    const isApproved = typed.state === 'approved'
    const order = await device.rows.read('orders', orderId)
    const orderStatusId = isApproved && order !== undefined ? approvedOrderStatus(order.orderStatusId) : undefined
    const outcome = await runAction({
      run: () =>
        write([
          { action: 'update', collection: 'estimates', id, values: { ...answerForm.toValues(typed), decidedBy: 'staff' } },
          ...(orderStatusId === undefined ? [] : [{ action: 'update', collection: 'orders', id: orderId, values: { orderStatusId } } as const]),
        ]),
      success: isApproved ? t.approvalRecorded() : t.refusalRecorded(),
      failure: t.recordFailed(),
    })
    await shell.finish(outcome)
  })
  return (
    <FormDialog title={t.recordTitle()} size="md" shell={shell} onSubmit={() => void save()} submitText={t.record()}>
      <div className="flex flex-col gap-4">
        <p className="text-muted">{t.recordLead({ amount: money(estimate.total) })}</p>
        {isChanged && (
          <p role="alert" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn-ink">
            {t.changedMeanwhile({ amount: money(opened.total) })}
          </p>
        )}
        <Field label={labels.state} error={errors.state?.message}>
          <Select options={answers} {...form.register('state')} />
        </Field>
        <Field label={labels.decidedName} required error={errors.decidedName?.message}>
          <TextField autoComplete="off" {...form.register('decidedName')} />
        </Field>
        <Field label={labels.consentNote} error={errors.consentNote?.message} hint={t.consentHint()}>
          <TextField autoComplete="off" {...form.register('consentNote')} />
        </Field>
      </div>
    </FormDialog>
  )
}
