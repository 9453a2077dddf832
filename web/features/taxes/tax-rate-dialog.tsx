import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { TaxRate } from '#schema/collections/stock/tax-rates.ts'
import { rateToText, taxCategories } from '#schema/values/taxes/tax-rate.ts'
import { useShopRows } from '#web/device/react/use-device.ts'
import { draftToText } from '#web/forms/drafts/draft-text.ts'
import { useFormWrite } from '#web/forms/drafts/refused-source.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { type FormDialogRequest, type FormOpening, useEditedRow, useFormOpening } from '#web/forms/form-opening.ts'
import { fieldToNews, typedToLines } from '#web/forms/news/form-words.ts'
import { MissingRow } from '#web/forms/news/missing-row.tsx'
import { RowNews } from '#web/forms/news/row-news.tsx'
import { useAddForm } from '#web/forms/use-add-form.ts'
import { useEditForm } from '#web/forms/use-edit-form.ts'
import { runAction } from '#web/navigation/notify.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { categoryToText, findRateIssue, newTaxRateForm, type StartOfRate, type TaxRateForm, taxRateForm, toOpsOfOthers } from './form.ts'
import { fillNodes } from '#web/language/fill-nodes.tsx'
import { t } from './taxes-texts.ts'

type TaxRateDialogProps = FormDialogRequest & {
  /** Undefined for a new rate. */
  rateId?: string | undefined
  start?: StartOfRate | undefined
  /** Asks for a new rate in place of this one. */
  onReplace?: ((rate: TaxRate) => void) | undefined
}

/** Adds or edits a tax rate. */
export function TaxRateDialog({ rateId, start, onReplace, ...request }: TaxRateDialogProps) {
  const opening = useFormOpening(request, rateId === undefined ? `tax-rate-add/${request.shopId}` : `tax-rate-edit/${rateId}`)
  const edited = useEditedRow('tax_rates', rateId ?? null)
  const rates = useShopRows('tax_rates', request.shopId)
  if (opening === undefined || edited.state === 'loading' || rates === undefined) return null
  if (rateId === undefined) return <AddRateForm opening={opening} rates={rates} start={start} />
  if (edited.first === undefined)
    return <MissingRow text={t.notFound()} typed={opening.draft && draftToText('tax_rates', opening.draft)} onClose={request.onClose} />
  return <EditRateForm opening={opening} rates={rates} first={edited.first} row={edited.row} onReplace={onReplace} />
}

type AddRateProps = { opening: FormOpening; rates: readonly TaxRate[]; start: StartOfRate | undefined }

function AddRateForm({ opening, rates, start }: AddRateProps) {
  const write = useFormWrite(opening)
  const { form, shell, submit } = useAddForm<TaxRateForm>(opening, { definition: taxRateForm, makeEmpty: () => newTaxRateForm(start) })
  const replaced = start !== undefined && 'replaced' in start ? start.replaced : undefined
  const save = submit(async (typed) => {
    const issue = findRateIssue(typed)
    if (issue !== undefined) return form.setError(issue.field, { message: issue.message }, { shouldFocus: true })
    const create = { action: 'create', collection: 'tax_rates', id: opening.refused?.rowIds[0], values: taxRateForm.toValues(typed) } as const
    const outcome = await runAction({
      run: () => write([create, ...toOpsOfOthers(typed, rates, replaced?.id)]),
      success: t.added(),
      failure: t.addFailed(),
    })
    await shell.finish(outcome)
  })
  return (
    <FormDialog title={t.add()} size="md" shell={shell} onSubmit={() => void save()} submitText={t.add()}>
      {replaced !== undefined && <p className="mb-4 text-muted">{t.replaces({ rate: rateToText(replaced) })}</p>}
      <RateFields form={form} />
    </FormDialog>
  )
}

type EditRateProps = {
  opening: FormOpening
  rates: readonly TaxRate[]
  first: TaxRate
  row: TaxRate | undefined
  onReplace: TaxRateDialogProps['onReplace']
}

function EditRateForm({ opening, rates, first, row, onReplace }: EditRateProps) {
  const write = useFormWrite(opening)
  const { form, shell, edit, submit } = useEditForm(opening, { definition: taxRateForm, first, row })
  const save = submit(async (typed) => {
    const values = taxRateForm.toChanges(edit.openedForm, typed)
    const others = rates.filter(({ id }) => id !== first.id)
    const outcome = await runAction({
      run: () => write([{ action: 'update', collection: 'tax_rates', id: first.id, values, seen: edit.opened }, ...toOpsOfOthers(typed, others)]),
      success: t.updated(),
      failure: t.updateFailed(),
    })
    await shell.finish(outcome)
  })
  return (
    <FormDialog
      title={t.edit()}
      size="md"
      shell={shell}
      onSubmit={() => void save()}
      submitText={t.update()}
      cannotSubmit={row === undefined}
      news={
        <RowNews
          noun={t.noun()}
          row={{ collection: 'tax_rates', id: first.id }}
          edit={edit}
          changeToText={(stored, field) => fieldToNews(taxRateForm, field, toWords(stored, field))}
          readText={() => typedToLines(taxRateForm, (field) => toWords(form.getValues(), field))}
        />
      }
    >
      <RateFields
        form={form}
        percent={
          <div className="flex flex-col items-start gap-2 rounded-md bg-sunken px-3 py-2.5 sm:col-span-2">
            <p>{fillNodes(t.percentStays({ percent: '{percent}' }), { percent: <span className="font-semibold tabular-nums">{first.percent}%</span> })}</p>
            {onReplace !== undefined && <Button onClick={() => onReplace(first)}>{t.replace()}</Button>}
          </div>
        }
      />
    </FormDialog>
  )
}

function toWords(form: TaxRateForm, field: keyof TaxRateForm): string {
  const typed = form[field]
  if (typeof typed === 'boolean') return typed ? t.yes() : t.no()
  return field === 'category' ? (categories.find(({ value }) => value === typed)?.label ?? typed) : typed
}

const labels = taxRateForm.inputLabels
const categories = taxCategories.map((value) => ({ value, label: categoryToText[value] }))

/** `percent`: what stands in place of the inputs of percentage and parts. */
function RateFields({ form, percent }: { form: UseFormReturn<TaxRateForm>; percent?: ReactNode }) {
  const { errors } = form.formState
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={labels.name} required error={errors.name?.message} hint={t.nameHint()} className="sm:col-span-2">
        <TextField autoComplete="off" {...form.register('name')} />
      </Field>
      {percent ?? (
        <Field label={labels.percent} required error={errors.percent?.message}>
          <TextField numeric inputMode="decimal" autoComplete="off" {...form.register('percent')} />
        </Field>
      )}
      <Field label={labels.category} error={errors.category?.message} className={percent === undefined ? undefined : 'sm:col-span-2'}>
        <Select options={categories} {...form.register('category')} />
      </Field>
      {percent === undefined && (
        <Field label={labels.parts} error={errors.parts?.message} hint={t.partsHint()} className="sm:col-span-2">
          <TextArea rows={2} {...form.register('parts')} />
        </Field>
      )}
      <div className="flex flex-col sm:col-span-2">
        <Checkbox label={labels.isDefault} hint={t.usualHint()} {...form.register('isDefault')} />
        <Checkbox label={labels.isDefaultForLabour} {...form.register('isDefaultForLabour')} />
        <Checkbox label={labels.archived} hint={t.archivedHint()} {...form.register('archived')} />
      </div>
    </div>
  )
}
