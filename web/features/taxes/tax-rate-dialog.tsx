import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { TaxRate } from '#schema/collections/stock/tax-rates.ts'
import { rateToText, taxCategories } from '#schema/values/taxes/tax-rate.ts'
import { useShopRows } from '#web/device/react/use-device.ts'
import type { FormDialogRequest } from '#web/forms/form-opening.ts'
import { RowDialog } from '#web/forms/row-dialog.tsx'
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
  const formKey = rateId === undefined ? `tax-rate-add/${request.shopId}` : `tax-rate-edit/${rateId}`
  const rates = useShopRows('tax_rates', request.shopId)
  const replaced = start !== undefined && 'replaced' in start ? start.replaced : undefined
  if (rates === undefined) return null
  return (
    <RowDialog
      request={request}
      formKey={formKey}
      collection="tax_rates"
      rowId={rateId}
      definition={taxRateForm}
      texts={t}
      makeEmpty={() => newTaxRateForm(start)}
      refuse={(typed, form) => {
        const issue = findRateIssue(typed)
        if (issue !== undefined) form.setError(issue.field, { message: issue.message }, { shouldFocus: true })
        return issue !== undefined
      }}
      toOtherOps={(typed) =>
        toOpsOfOthers(
          typed,
          rates.filter(({ id }) => id !== rateId),
          replaced?.id,
        )
      }
      toWords={toWords}
    >
      {(form, edited) => (
        <>
          {replaced !== undefined && <p className="mb-4 text-muted">{t.replaces({ rate: rateToText(replaced) })}</p>}
          <RateFields form={form} percent={edited && <SetPercent rate={edited.first} onReplace={onReplace} />} />
        </>
      )}
    </RowDialog>
  )
}

function SetPercent({ rate, onReplace }: { rate: TaxRate; onReplace: TaxRateDialogProps['onReplace'] }) {
  return (
    <div className="flex flex-col items-start gap-2 rounded-md bg-sunken px-3 py-2.5 sm:col-span-2">
      <p>{fillNodes(t.percentStays({ percent: '{percent}' }), { percent: <span className="font-semibold tabular-nums">{rate.percent}%</span> })}</p>
      {onReplace !== undefined && <Button onClick={() => onReplace(rate)}>{t.replace()}</Button>}
    </div>
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
