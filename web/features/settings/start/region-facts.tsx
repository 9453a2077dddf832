import { useState } from 'react'
import { type FieldErrors, type UseFormReturn, useWatch } from 'react-hook-form'
import { type SuggestedRegion, suggestTaxRate } from '#schema/rules/shop/suggest-region.ts'
import { countryToName } from '#schema/values/places/country.ts'
import { rateToText, taxModes } from '#schema/values/taxes/tax-rate.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Select, type SelectOption } from '#web/ui/controls/select.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { paperChoices } from '../details/details-fields.tsx'
import { currencyChoices, localeChoices, timeZoneChoices } from '../details/region-choices.ts'
import { taxModeToText, taxModeWithRate } from '../taxes/taxes-form.ts'
import { t } from './start-texts.ts'
import { inSentence, readLanguage } from '#web/language/staff-texts.ts'

type RegionForm = Record<keyof SuggestedRegion | 'country', string>

/** `toOptions`: without it the value is typed. */
type Fact = { name: keyof SuggestedRegion; label: string; toOptions?: (value: string, country: string) => SelectOption[] }

const facts: readonly Fact[] = [
  { name: 'currency', label: t.currency(), toOptions: currencyChoices },
  { name: 'locale', label: t.locale(), toOptions: localeChoices },
  { name: 'timeZone', label: t.timeZone(), toOptions: timeZoneChoices },
  { name: 'countryCode', label: t.countryCode() },
  { name: 'receiptPaper', label: t.receiptPaper(), toOptions: () => paperChoices },
  { name: 'taxMode', label: t.taxes(), toOptions: (_value, country) => toTaxChoices(country) },
]

/** What follows from the country, each in a line that turns into a field. */
export function RegionFacts<Form extends RegionForm>({ form }: { form: UseFormReturn<Form> }) {
  // The other fields of the form do not matter here.
  const ofRegion = form as unknown as UseFormReturn<RegionForm>
  const values = useWatch({ control: ofRegion.control }) as RegionForm
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const errors: FieldErrors<RegionForm> = ofRegion.formState.errors
  const { country, taxMode } = values
  return (
    <div className="mt-4">
      <ul aria-label={t.followsFromCountry()} className="grid gap-x-8 border-t border-line md:grid-cols-2 xl:grid-cols-3">
        {facts.map(({ name, label, toOptions }) => {
          const [options, error] = [toOptions?.(values[name], country), errors[name]]
          const isOpen = opened.has(name) || error !== undefined
          return (
            <li key={name} className="flex min-h-13 min-w-0 items-center gap-3 border-b border-line py-1">
              {isOpen ? (
                <Field label={label} error={error?.message} className="w-full py-1">
                  {options === undefined ? (
                    <TextField inputMode="tel" autoComplete="off" autoFocus {...ofRegion.register(name)} />
                  ) : (
                    <Select autoFocus options={options} {...ofRegion.register(name)} />
                  )}
                </Field>
              ) : (
                <>
                  <span className="min-w-0 flex-1">
                    <span className="block text-sm text-muted">{label}</span>
                    <span className="block wrap-anywhere">{options?.find(({ value }) => value === values[name])?.label ?? values[name]}</span>
                  </span>
                  <Button variant="ghost" onClick={() => setOpened(new Set([...opened, name]))}>
                    {t.change()}
                    <span className="sr-only"> {inSentence(label)}</span>
                  </Button>
                </>
              )}
            </li>
          )
        })}
      </ul>
      {taxMode !== 'none' && suggestTaxRate(country) !== undefined && (
        <p className="mt-2 text-sm text-muted">{t.taxSuggested({ country: countryToName(country, readLanguage()) })}</p>
      )}
    </div>
  )
}

/** 'Prices with VAT 20%'. */
function toTaxChoices(country: string): SelectOption[] {
  const rate = suggestTaxRate(country)
  return taxModes.map((value) => ({
    value,
    label: rate === undefined ? taxModeToText[value] : taxModeWithRate(value, rateToText(rate)),
  }))
}
