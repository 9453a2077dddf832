import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { countries, countryToName } from '#schema/values/places/country.ts'
import { languageToName } from '#schema/values/places/language.ts'
import { CodeSelect } from '#web/inputs/code-select.tsx'
import { useShopTaxMode } from '#web/inputs/shop-format.tsx'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { type CustomerForm, customerForm } from './form.ts'
import { readLanguage } from '#web/language/staff-texts.ts'
import { t } from './customer-edit-texts.ts'

const labels = customerForm.inputLabels

const foldedFields = [
  'company',
  'street',
  'postalCode',
  'city',
  'region',
  'country',
  'taxId',
  'language',
  'taxExempt',
  'taxExemptReason',
] as const satisfies readonly (keyof CustomerForm)[]

const languages =
  'ar bg bn bs ca cs da de el en es et fa fi fil fr ga gu he hi hr hu hy id is it ja ka kk km ko lo lt lv mk ml mn mr ms nb ne nl pa pl pt pt-BR ro ru sk sl sq sr sv sw ta te th tr uk ur uz vi zh zh-Hant'.split(
    ' ',
  )

const toCountryName = (code: string): string => countryToName(code, readLanguage())
const toLanguageName = (tag: string): string => languageToName(tag, readLanguage())

const isNothing = (typed: string | boolean): boolean => typed === '' || typed === false

/** Folded until one of its fields holds something or is refused. */
export function CompanyFields({ form }: { form: UseFormReturn<CustomerForm> }) {
  const { errors } = form.formState
  const [isOpen, setIsOpen] = useState(() => foldedFields.some((field) => !isNothing(form.getValues(field))))
  const [taxExempt, taxExemptReason] = useWatch({ control: form.control, name: ['taxExempt', 'taxExemptReason'] })
  const isTaxed = useShopTaxMode() !== 'none' || taxExempt || taxExemptReason !== ''
  const hasErrors = foldedFields.some((field) => errors[field] !== undefined)
  const text = (field: Exclude<(typeof foldedFields)[number], 'country' | 'language' | 'taxExempt'>, capitals: 'words' | 'characters', className?: string) => (
    <Field label={labels[field]} error={errors[field]?.message} className={className}>
      <TextField autoComplete="off" autoCapitalize={capitals} {...form.register(field)} />
    </Field>
  )
  return (
    <details className="group" open={isOpen || hasErrors} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 py-1 font-semibold">
        {t.companyAndAddress()}
        <ChevronDown aria-hidden="true" className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid grid-cols-2 gap-x-3 gap-y-4 pt-1 max-sm:grid-cols-1">
        {text('company', 'words', 'col-span-full')}
        {text('street', 'words', 'col-span-full')}
        {text('postalCode', 'characters')}
        {text('city', 'words')}
        {text('region', 'words')}
        <Controller
          control={form.control}
          name="country"
          render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
            <Field label={labels.country} error={fieldState.error?.message}>
              <CodeSelect codes={countries} codeToName={toCountryName} value={value} onValueChange={onChange} onBlur={onBlur} inputRef={ref} />
            </Field>
          )}
        />
        {text('taxId', 'characters')}
        <Controller
          control={form.control}
          name="language"
          render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
            <Field label={labels.language} error={fieldState.error?.message}>
              <CodeSelect codes={languages} codeToName={toLanguageName} value={value} onValueChange={onChange} onBlur={onBlur} inputRef={ref} />
            </Field>
          )}
        />
        {isTaxed && <Checkbox label={labels.taxExempt} hint={t.taxExemptHint()} className="col-span-full" {...form.register('taxExempt')} />}
        {isTaxed && taxExempt && (
          <Field label={labels.taxExemptReason} error={errors.taxExemptReason?.message} hint={t.taxReasonHint()} className="col-span-full">
            <TextField autoComplete="off" {...form.register('taxExemptReason')} />
          </Field>
        )}
      </div>
    </details>
  )
}
