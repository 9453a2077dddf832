import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { InvoiceLine } from '#schema/collections/work/invoice-content.ts'
import type { Invoice } from '#schema/collections/work/invoices.ts'
import { toCreditContent, toLinesLeft } from '#schema/rules/invoices/credit-note.ts'
import { isIssued } from '#schema/rules/invoices/invoice-states.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useRowsOfOrder } from '#web/device/react/use-answers.ts'
import { useIsOffline } from '#web/device/react/use-device.ts'
import { useFormWrite } from '#web/forms/drafts/refused-source.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { type FormDialogRequest, type FormOpening, useEditedRow, useFormOpening } from '#web/forms/form-opening.ts'
import { MissingRow } from '#web/forms/news/missing-row.tsx'
import { useAddForm } from '#web/forms/use-add-form.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { runAction } from '#web/navigation/notify.ts'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { toCredited } from './credited.ts'
import { type Chosen, chosenToLines, chosenToText, creditDraftKey, type CreditForm, creditForm, linesToChosen, readChosen } from './form.ts'
import { describeInvoiceDraft } from './invoice-draft-text.ts'
import { issueDraft } from './issue-draft.ts'
import { lineToText } from '#web/language/set-names-texts.ts'
import { t } from './invoices-texts.ts'

type CreditNoteDialogProps = FormDialogRequest & { invoiceId: string }

/** Corrects an issued invoice by a credit note: all that is left of it, or chosen lines. */
export function CreditNoteDialog({ invoiceId, ...request }: CreditNoteDialogProps) {
  const opening = useFormOpening(request, creditDraftKey(invoiceId))
  const edited = useEditedRow('invoices', invoiceId)
  if (opening === undefined || edited.state === 'loading') return null
  if (edited.row === undefined || !isIssued(edited.row))
    return <MissingRow text={t.notFound()} typed={opening.draft && describeInvoiceDraft(opening.draft)} onClose={request.onClose} />
  return <CreditNoteOf opening={opening} invoice={edited.row} />
}

function CreditNoteOf({ opening, invoice }: { opening: FormOpening; invoice: Invoice }) {
  const documents = useRowsOfOrder('invoices', invoice.shopId, invoice.orderId)
  return documents === undefined ? null : <CreditNoteForm opening={opening} invoice={invoice} documents={documents} />
}

type CreditNoteFormProps = { opening: FormOpening; invoice: Invoice; documents: readonly Invoice[] }

function CreditNoteForm({ opening, invoice, documents }: CreditNoteFormProps) {
  const { shopId, refused } = opening
  const { money } = useShopFormat()
  const device = useDevice()
  const write = useFormWrite(opening)
  const isOffline = useIsOffline()
  const credited = toCredited(invoice, documents)
  const [left] = useState(() => toLinesLeft(credited))
  const { form, shell, submit } = useAddForm<CreditForm>(opening, {
    definition: creditForm,
    makeEmpty: () => ({ ...creditForm.empty, chosen: chosenToText(linesToChosen(left)) }),
  })
  const chosen = useWatch({ control: form.control, name: 'chosen' })
  const lines = chosenToLines(readChosen(chosen), left)
  const content = lines === undefined || lines.length === 0 ? undefined : toCreditContent({ ...credited, given: lines, money })
  const problem = lines === undefined ? t.quantityWrong() : content === undefined ? t.chooseLine() : 'code' in content ? content.message : undefined
  const save = submit(async (typed) => {
    if (lines === undefined || problem !== undefined) {
      form.setError('chosen', { message: problem })
      return
    }
    const { note } = creditForm.toValues(typed)
    const values = { kind: 'credit-note' as const, orderId: invoice.orderId, correctsId: invoice.id, lines: JSON.stringify(lines), note }
    const outcome = await runAction({
      run: () => write([{ action: 'create', collection: 'invoices', id: refused?.rowIds[0], values }]),
      failure: t.saveFailed(),
    })
    await shell.finish(outcome, ({ ids: [id] }) => {
      if (id !== undefined) void issueDraft(device, { shopId, orderId: invoice.orderId, id, kind: 'credit-note' })
    })
  })
  return (
    <FormDialog
      title={t.creditNoteFor({ number: invoice.number ?? '' })}
      size="md"
      shell={shell}
      onSubmit={() => void save()}
      submitText={isOffline ? t.keepDraft() : t.issueCreditNote()}
    >
      <div className="flex flex-col gap-4">
        {isOffline && (
          <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn-ink">
            {t.offlineCredit()}
          </p>
        )}
        <LineChoice form={form} left={left} problem={problem} />
        <p className="flex justify-between gap-4 font-semibold tabular-nums">
          <span>{t.creditedInAll()}</span>
          <span>{content === undefined || 'code' in content ? '–' : money(content.total)}</span>
        </p>
        <Field label={creditForm.inputLabels.note} error={form.formState.errors.note?.message}>
          <TextArea rows={2} {...form.register('note')} />
        </Field>
      </div>
    </FormDialog>
  )
}

type LineChoiceProps = { form: UseFormReturn<CreditForm>; left: readonly InvoiceLine[]; problem: string | undefined }

function LineChoice({ form, left, problem }: LineChoiceProps) {
  const { money } = useShopFormat()
  const chosen = readChosen(useWatch({ control: form.control, name: 'chosen' }))
  const set = (next: Chosen): void => form.setValue('chosen', chosenToText(next), { shouldDirty: true })
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">{t.linesToTakeBack()}</legend>
      <ul>
        {left.map((line) => {
          const typed = chosen[line.id]
          const without = Object.fromEntries(Object.entries(chosen).filter(([id]) => id !== line.id))
          return (
            <li key={line.id} className="flex items-center gap-3 border-b border-line py-1 last:border-b-0">
              <Checkbox
                className="min-w-0 flex-1"
                label={<bdi className="wrap-anywhere">{lineToText(line.description)}</bdi>}
                checked={typed !== undefined}
                onChange={({ target }) => set(target.checked ? { ...chosen, ...linesToChosen([line]) } : without)}
              />
              {line.quantity !== 1 && (
                <Field label={t.quantityOf({ line: lineToText(line.description) })} labelHidden className="w-20">
                  <TextField
                    numeric
                    inputMode="decimal"
                    autoComplete="off"
                    disabled={typed === undefined}
                    value={typed ?? ''}
                    onChange={({ target }) => set({ ...chosen, [line.id]: target.value })}
                  />
                </Field>
              )}
              <span className="text-right whitespace-nowrap text-muted tabular-nums">
                {line.quantity === 1 ? money(line.unitPrice) : `× ${money(line.unitPrice)}`}
              </span>
            </li>
          )
        })}
      </ul>
      {problem !== undefined && (
        <p role="alert" className="mt-1 text-sm text-danger-ink">
          {problem}
        </p>
      )}
    </fieldset>
  )
}
