import { createContext, type ReactNode, useContext } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import type { Language } from '#schema/language/pick-language.ts'
import { createFormat } from '#schema/rules/shop/format.ts'
import { receiptPapers } from '#schema/rules/shop/profile.ts'
import { partsToAddress } from '#schema/rules/shop/shop-address.ts'
import { isCurrency, toKnownLocale } from '#schema/rules/shop/regional.ts'
import { countries, countryToName } from '#schema/values/places/country.ts'
import { CodeSelect } from '#web/inputs/code-select.tsx'
import { HowOthersReachIt, useSharedOrigin } from '#web/inputs/shared-origin.tsx'
import { reader } from '#web/inputs/time/time.ts'
import { useNow } from '#web/inputs/time/use-now.ts'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { type DetailsForm, toOtherName } from './details-form.ts'
import { currencyChoices, languageChoices, localeChoices, timeZoneChoices } from './region-choices.ts'
import { common } from '#web/language/common-texts.ts'
import { fillNodes } from '#web/language/fill-nodes.tsx'
import { readLanguage } from '#web/language/staff-texts.ts'
import { OtherLanguage } from '../all/other-language.tsx'
import { t } from '../shops/settings-shop-texts.ts'

type Form = UseFormReturn<DetailsForm>

const paperLabels = { A4: t.details.papers.A4(), letter: t.details.papers.letter(), '80mm': t.details.papers.roll80(), '58mm': t.details.papers.roll58() }
export const paperChoices = receiptPapers.map((value) => ({ value, label: paperLabels[value] }))

const toCountryName = (code: string): string => countryToName(code, readLanguage())

const gridClass = 'grid gap-4 sm:grid-cols-2'

export type DetailsGroup = keyof typeof t.details.groups

const ShownGroups = createContext<readonly DetailsGroup[] | undefined>(undefined)

/** `groups`: those shown; all without it. */
export function DetailsFields({ form, groups }: { form: Form; groups?: readonly DetailsGroup[] | undefined }) {
  const {
    register,
    formState: { errors },
  } = form
  return (
    <ShownGroups value={groups}>
      <Group id="address" text={t.details.onReceipts()}>
        <AddressFields form={form} />
      </Group>
      <Group id="contact" text={t.details.onReceipts()}>
        <Field label={t.details.openingHours()} hint={t.details.onOrderPage()} error={errors.openingHours?.message}>
          <TextArea rows={2} autoComplete="off" {...register('openingHours')} />
        </Field>
        <div className={gridClass}>
          <Field label={common.phone()} error={errors.phone?.message}>
            <TextField type="tel" inputMode="tel" autoComplete="off" {...register('phone')} />
          </Field>
          <Field label={common.email()} error={errors.email?.message}>
            <TextField type="email" inputMode="email" autoComplete="off" autoCapitalize="none" {...register('email')} />
          </Field>
          <Field label={t.details.website()} error={errors.website?.message}>
            <TextField inputMode="url" autoComplete="off" autoCapitalize="none" spellCheck={false} {...register('website')} />
          </Field>
          <Field label={t.details.taxId()} hint={t.details.taxIdHint()} error={errors.taxId?.message}>
            <TextField autoComplete="off" {...register('taxId')} />
          </Field>
        </div>
      </Group>
      <Group id="money">
        <div className={gridClass}>
          <Region form={form} />
          <Field label={t.details.countryCode()} hint={t.details.countryCodeHint()} error={errors.countryCode?.message}>
            <TextField inputMode="tel" autoComplete="off" className="max-w-40" {...register('countryCode')} />
          </Field>
        </div>
        <Sample form={form} />
      </Group>
      <Group id="papers">
        <div className={gridClass}>
          <Field label={t.details.ticketPrefix()} hint={t.details.ticketPrefixHint()} error={errors.ticketPrefix?.message}>
            <TextField autoComplete="off" autoCapitalize="characters" spellCheck={false} className="max-w-40" {...register('ticketPrefix')} />
          </Field>
          <Field label={t.details.receiptPaper()} error={errors.receiptPaper?.message}>
            <Select options={paperChoices} {...register('receiptPaper')} />
          </Field>
          <Field label={t.details.labelWidth()} error={errors.labelWidthMm?.message}>
            <TextField numeric inputMode="decimal" autoComplete="off" {...register('labelWidthMm')} />
          </Field>
          <Field label={t.details.labelHeight()} error={errors.labelHeightMm?.message}>
            <TextField numeric inputMode="decimal" autoComplete="off" {...register('labelHeightMm')} />
          </Field>
        </div>
        <CodesOnPaper />
        <Field label={t.details.terms()} hint={t.details.termsHint()} error={errors.terms?.message}>
          <TextArea rows={4} {...register('terms')} />
        </Field>
        <Field label={t.details.receiptFooter()} error={errors.receiptFooter?.message}>
          <TextArea rows={2} {...register('receiptFooter')} />
        </Field>
        <OtherTexts form={form} />
      </Group>
      <Group id="invoices">
        <div className={gridClass}>
          <Field label={t.details.invoiceNumber()} hint={t.details.invoiceNumberHint()} error={errors.invoiceFormat?.message}>
            <TextField autoComplete="off" spellCheck={false} {...register('invoiceFormat')} />
          </Field>
          <Field label={t.details.creditNoteNumber()} hint={t.details.creditNoteNumberHint()} error={errors.creditNoteFormat?.message}>
            <TextField autoComplete="off" spellCheck={false} {...register('creditNoteFormat')} />
          </Field>
          <Field label={t.details.keepYears()} hint={t.details.keepYearsHint()} error={errors.keepInvoicesYears?.message}>
            <TextField numeric inputMode="numeric" autoComplete="off" {...register('keepInvoicesYears')} />
          </Field>
        </div>
      </Group>
      <Group id="payment">
        <Field label={t.details.paymentLink()} hint={t.details.paymentLinkHint()} error={errors.paymentLink?.message}>
          <TextField inputMode="url" autoComplete="off" autoCapitalize="none" spellCheck={false} {...register('paymentLink')} />
        </Field>
        <div className={gridClass}>
          <Field label={t.details.iban()} error={errors.iban?.message}>
            <TextField autoComplete="off" autoCapitalize="characters" spellCheck={false} {...register('iban')} />
          </Field>
          <Field label={t.details.bank()} error={errors.bankName?.message}>
            <TextField autoComplete="off" autoCapitalize="words" {...register('bankName')} />
          </Field>
        </div>
        <Checkbox label={t.details.showPrices()} hint={t.details.onOrderPage()} {...register('showPriceToCustomer')} />
      </Group>
      <Group id="counter" text={t.details.unusedHidden()}>
        <Checkbox label={t.details.photos()} {...register('photosOn')} />
        <Checkbox label={t.details.signature()} {...register('signatureOn')} />
        <Checkbox label={t.details.passcode()} {...register('passcodeOn')} />
      </Group>
    </ShownGroups>
  )
}

/** Terms and footer for customers who read another language than the shop writes. */
function OtherTexts({ form: { control, register, formState } }: { form: Form }) {
  const typed = useWatch({ control })
  const isWritten = (one: Language): boolean => Boolean(typed[toOtherName('terms', one)] || typed[toOtherName('receiptFooter', one)])
  return (
    <OtherLanguage label={t.details.otherLanguage()} hint={t.details.otherLanguageHint()} own={typed.language} isWritten={isWritten}>
      {(language) => (
        <>
          <Field label={t.details.terms()} error={formState.errors[toOtherName('terms', language)]?.message}>
            <TextArea rows={4} lang={language} {...register(toOtherName('terms', language))} />
          </Field>
          <Field label={t.details.receiptFooter()} error={formState.errors[toOtherName('receiptFooter', language)]?.message}>
            <TextArea rows={2} lang={language} {...register(toOtherName('receiptFooter', language))} />
          </Field>
        </>
      )}
    </OtherLanguage>
  )
}

/** The parts, and the text that stands on papers unless it is made of them. */
function AddressFields({ form }: { form: Form }) {
  const {
    register,
    control,
    formState: { errors },
  } = form
  const [street, postalCode, city, region, country] = useWatch({ control, name: ['street', 'postalCode', 'city', 'region', 'country'] })
  const parts = partsToAddress({ street, postalCode, city, region, country: country || null })
  const part = (name: 'street' | 'postalCode' | 'city' | 'region', label: string, className?: string) => (
    <Field label={label} error={errors[name]?.message} className={className}>
      <TextField autoComplete="off" autoCapitalize={name === 'postalCode' ? 'characters' : 'words'} {...register(name)} />
    </Field>
  )
  return (
    <>
      <div className={gridClass}>
        {part('street', t.details.street(), 'col-span-full')}
        {part('postalCode', t.details.postalCode())}
        {part('city', t.details.city())}
        {part('region', t.details.region())}
        <Controller
          control={control}
          name="country"
          render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
            <Field label={t.country()} error={fieldState.error?.message}>
              <CodeSelect codes={countries} codeToName={toCountryName} value={value} onValueChange={onChange} onBlur={onBlur} inputRef={ref} />
            </Field>
          )}
        />
      </div>
      <Field label={t.details.addressOnPapers()} hint={t.details.addressOnPapersHint()} error={errors.address?.message}>
        <TextArea rows={3} autoComplete="off" placeholder={parts ?? undefined} {...register('address')} />
      </Field>
    </>
  )
}

function Region({ form }: { form: Form }) {
  const {
    register,
    control,
    formState: { errors },
  } = form
  const [currency, locale, timeZone] = useWatch({ control, name: ['currency', 'locale', 'timeZone'] })
  return (
    <>
      <Field label={t.details.currency()} error={errors.currency?.message}>
        <Select options={currencyChoices(currency)} {...register('currency')} />
      </Field>
      <Field label={t.details.locale()} hint={t.details.localeHint()} error={errors.locale?.message}>
        <Select options={localeChoices(locale)} {...register('locale')} />
      </Field>
      <Field label={t.details.language()} hint={t.details.languageHint()} error={errors.language?.message}>
        <Select options={languageChoices} {...register('language')} />
      </Field>
      <Field label={t.details.timeZone()} hint={t.details.timeZoneHint()} error={errors.timeZone?.message}>
        <Select placeholder={t.details.timeZoneOfDevice()} options={timeZoneChoices(timeZone)} {...register('timeZone')} />
      </Field>
    </>
  )
}

/** Previews the chosen formats. */
function Sample({ form }: { form: Form }) {
  const now = useNow()
  const [currency, locale, timeZone] = useWatch({ control: form.control, name: ['currency', 'locale', 'timeZone'] })
  if (!isCurrency(currency) || toKnownLocale(locale) === null) return null
  const { money, date, time } = createFormat({ currency, locale, timeZone: timeZone || null }, reader)
  const at = now.toISOString()
  return (
    <p role="status" aria-label={t.details.sample()} className="rounded-md bg-sunken px-3 py-2.5 tabular-nums">
      {money(1234.5)} · {date(at)} · {time(at)}
    </p>
  )
}

/** Where the QR codes on papers lead. */
function CodesOnPaper() {
  const origin = useSharedOrigin()
  if (origin !== null)
    return (
      <p className="text-sm text-muted">
        {fillNodes(t.details.codesLead({ address: '{address}' }), { address: <span className="wrap-anywhere">{origin}</span> })}
      </p>
    )
  return (
    <p className="text-sm text-muted">
      {t.details.codesHoldTicket()} <HowOthersReachIt />
    </p>
  )
}

function Group({ id, text, children }: { id: DetailsGroup; text?: string; children: ReactNode }) {
  const shown = useContext(ShownGroups)
  if (shown !== undefined && !shown.includes(id)) return null
  const title = t.details.groups[id]()
  return (
    <section aria-label={title} className="mt-6 flex flex-col gap-4 border-t border-line pt-3">
      <div>
        <h3 className="font-semibold">{title}</h3>
        {text !== undefined && <p className="text-sm text-muted">{text}</p>}
      </div>
      {children}
    </section>
  )
}
