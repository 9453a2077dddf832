import { useDevice } from '#web/device/react/provider.tsx'
import { useIsOffline } from '#web/device/react/use-device.ts'
import { useFormWrite } from '#web/forms/drafts/refused-source.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { type FormDialogRequest, type FormOpening, useFormOpening } from '#web/forms/form-opening.ts'
import { useAddForm } from '#web/forms/use-add-form.ts'
import { runAction } from '#web/navigation/notify.ts'
import { DateField } from '#web/ui/controls/date-field.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { invoiceDraftKey, type InvoiceForm, invoiceForm } from './form.ts'
import { issueDraft } from './issue-draft.ts'
import { t } from './invoices-texts.ts'

type IssueDialogProps = FormDialogRequest & { orderId: string }

/** Makes an invoice's draft and issues it; over the order's dialog. Offline the draft waits. */
export function IssueDialog({ orderId, ...request }: IssueDialogProps) {
  const opening = useFormOpening(request, invoiceDraftKey(orderId))
  return opening === undefined ? null : <IssueForm opening={opening} orderId={orderId} />
}

const labels = invoiceForm.inputLabels

function IssueForm({ opening, orderId }: { opening: FormOpening; orderId: string }) {
  const { shopId, refused } = opening
  const device = useDevice()
  const write = useFormWrite(opening)
  const isOffline = useIsOffline()
  const { form, shell, submit } = useAddForm<InvoiceForm>(opening, { definition: invoiceForm })
  const { errors } = form.formState
  const save = submit(async (typed) => {
    const values = { kind: 'invoice' as const, orderId, ...invoiceForm.toValues(typed) }
    const outcome = await runAction({
      run: () => write([{ action: 'create', collection: 'invoices', id: refused?.rowIds[0], values }]),
      failure: t.saveFailed(),
    })
    await shell.finish(outcome, ({ ids: [id] }) => {
      if (id !== undefined) void issueDraft(device, { shopId, orderId, id, kind: 'invoice' })
    })
  })
  return (
    <FormDialog title={t.issueInvoice()} size="md" shell={shell} onSubmit={() => void save()} submitText={isOffline ? t.keepAndPrint() : t.issueInvoice()}>
      <div className="flex flex-col gap-4">
        <p>{t.issueLead()}</p>
        {isOffline && (
          <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn-ink">
            {t.offlineInvoice()}
          </p>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={labels.dueAt} error={errors.dueAt?.message} hint={t.dueHint()}>
            <DateField {...form.register('dueAt')} />
          </Field>
          <Field label={labels.suppliedAt} error={errors.suppliedAt?.message} hint={t.suppliedHint()}>
            <DateField {...form.register('suppliedAt')} />
          </Field>
        </div>
        <Field label={labels.note} error={errors.note?.message}>
          <TextArea rows={2} {...form.register('note')} />
        </Field>
      </div>
    </FormDialog>
  )
}
