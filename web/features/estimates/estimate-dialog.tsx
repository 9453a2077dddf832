import { useMemo } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { Estimate } from '#schema/collections/work/estimates.ts'
import { useOrderMoney, useRowsOfOrder } from '#web/device/react/use-answers.ts'
import { useFormWrite } from '#web/forms/drafts/refused-source.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { type FormDialogRequest, type FormOpening, useEditedRow, useFormOpening } from '#web/forms/form-opening.ts'
import { fieldToNews, typedToLines } from '#web/forms/news/form-words.ts'
import { MissingRow } from '#web/forms/news/missing-row.tsx'
import { RowNews } from '#web/forms/news/row-news.tsx'
import { useAddForm } from '#web/forms/use-add-form.ts'
import { useEditForm } from '#web/forms/use-edit-form.ts'
import { runAction } from '#web/navigation/notify.ts'
import { DateField } from '#web/ui/controls/date-field.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { describeEstimateDraft } from './estimate-draft-text.ts'
import {
  estimateAddDraftKey,
  type EstimateForm,
  estimateForm,
  type EstimateFormField,
  linesToTyped,
  orderLinesToTyped,
  readTypedLines,
  type TypedLine,
  typedLinesToText,
} from './form.ts'
import { LinesEditor } from './lines-editor.tsx'
import { readEstimateLines } from '#schema/values/estimates/estimate-lines.ts'
import { t } from './estimates-texts.ts'

type EstimateDialogProps = FormDialogRequest &
  (
    | { orderId: string; /** A new version starts with the lines and note of this one. */ copyOf?: Estimate; estimateId?: undefined }
    | { estimateId: string; orderId?: undefined }
  )

/** Writes an estimate or edits a draft, over the order's dialog; works offline. */
export function EstimateDialog(props: EstimateDialogProps) {
  const { orderId, estimateId, ...request } = props
  const opening = useFormOpening(request, estimateId === undefined ? estimateAddDraftKey(orderId) : `estimate-edit/${estimateId}`)
  const edited = useEditedRow('estimates', estimateId ?? null)
  const orderLines = useRowsOfOrder('order_lines', request.shopId, orderId ?? '')
  if (opening === undefined || edited.state === 'loading') return null
  if (orderId !== undefined) {
    if (orderLines === undefined) return null
    const copied = 'copyOf' in props ? props.copyOf : undefined
    const lines = copied === undefined ? orderLinesToTyped(orderLines) : linesToTyped(readEstimateLines(copied.lines))
    return <AddEstimateForm opening={opening} orderId={orderId} lines={lines} note={copied?.note ?? ''} />
  }
  if (edited.first === undefined)
    return <MissingRow text={t.notFound()} typed={opening.draft && describeEstimateDraft(opening.draft)} onClose={request.onClose} />
  return <EditEstimateForm opening={opening} first={edited.first} row={edited.row} />
}

type AddEstimateFormProps = { opening: FormOpening; orderId: string; lines: readonly TypedLine[]; note: string }

function AddEstimateForm({ opening, orderId, lines, note }: AddEstimateFormProps) {
  const write = useFormWrite(opening)
  const makeEmpty = (): EstimateForm => ({ ...estimateForm.empty, lines: typedLinesToText(lines), note })
  const { form, shell, submit } = useAddForm<EstimateForm>(opening, { definition: estimateForm, makeEmpty })
  const save = submit(async (typed) => {
    const outcome = await runAction({
      run: () => write([{ action: 'create', collection: 'estimates', id: opening.refused?.rowIds[0], values: { orderId, ...estimateForm.toValues(typed) } }]),
      success: t.saved(),
      failure: t.saveFailed(),
    })
    await shell.finish(outcome)
  })
  return (
    <FormDialog title={t.newEstimate()} size="lg" shell={shell} onSubmit={() => void save()} submitText={t.saveDraft()}>
      <EstimateFields form={form} shopId={opening.shopId} orderId={orderId} />
    </FormDialog>
  )
}

const valueToText = (form: EstimateForm, field: EstimateFormField): string =>
  field === 'lines'
    ? readTypedLines(form.lines)
        .map(({ quantity, description, unitPrice }) => `${quantity} × ${description} ${unitPrice}`)
        .join('\n')
    : form[field]

function EditEstimateForm({ opening, first, row }: { opening: FormOpening; first: Estimate; row: Estimate | undefined }) {
  const write = useFormWrite(opening)
  const { form, shell, edit, submit } = useEditForm(opening, { definition: estimateForm, first, row })
  const save = submit(async (typed) => {
    const values = estimateForm.toChanges(edit.openedForm, typed)
    const outcome = await runAction({
      run: () => write([{ action: 'update', collection: 'estimates', id: first.id, values, seen: edit.opened }]),
      success: t.updated(),
      failure: t.updateFailed(),
    })
    await shell.finish(outcome)
  })
  return (
    <FormDialog
      title={t.edit()}
      size="lg"
      shell={shell}
      onSubmit={() => void save()}
      submitText={t.saveDraft()}
      cannotSubmit={row?.state !== 'draft'}
      news={
        <RowNews
          noun={t.noun()}
          row={{ collection: 'estimates', id: first.id }}
          edit={edit}
          changeToText={(stored, field) => fieldToNews(estimateForm, field, valueToText(stored, field))}
          readText={() => typedToLines(estimateForm, (field) => valueToText(form.getValues(), field))}
        />
      }
    >
      {row !== undefined && row.state !== 'draft' && <p className="pb-4 text-danger-ink">{t.sentMeanwhile()}</p>}
      <EstimateFields form={form} shopId={opening.shopId} orderId={first.orderId} />
    </FormDialog>
  )
}

const labels = estimateForm.inputLabels

function EstimateFields({ form, shopId, orderId }: { form: UseFormReturn<EstimateForm>; shopId: string; orderId: string }) {
  const money = useOrderMoney(shopId, orderId)?.money
  const pricing = useMemo(
    () => money && { ...money, productRates: new Map(money.lines.map(({ productId, productTaxRateId }) => [productId ?? '', productTaxRateId])) },
    [money],
  )
  const { errors, isSubmitted } = form.formState
  const lines = useWatch({ control: form.control, name: 'lines' })
  return (
    <div className="flex flex-col gap-5">
      <LinesEditor
        text={lines}
        pricing={pricing}
        error={errors.lines?.message}
        onChange={(text) => form.setValue('lines', text, { shouldDirty: true, shouldValidate: isSubmitted })}
      />
      <Field label={labels.note} error={errors.note?.message}>
        <TextArea rows={2} {...form.register('note')} />
      </Field>
      <Field label={labels.validUntil} error={errors.validUntil?.message} hint={t.validHint()}>
        <DateField {...form.register('validUntil')} />
      </Field>
    </div>
  )
}
