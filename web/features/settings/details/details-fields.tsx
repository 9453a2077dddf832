import { createContext, type ReactNode, useContext } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
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
import type { DetailsForm } from './details-form.ts'
import { currencyChoices, languageChoices, localeChoices, timeZoneChoices } from './region-choices.ts'

type Form = UseFormReturn<DetailsForm>

const paperLabels = { A4: 'A4', letter: 'Letter', '80mm': '80 mm roll', '58mm': '58 mm roll' } as const
export const paperChoices = receiptPapers.map((value) => ({ value, label: paperLabels[value] }))

const toCountryName = (code: string): string => countryToName(code, 'en')

const gridClass = 'grid gap-4 sm:grid-cols-2'

export type DetailsGroup = 'Address' | 'Contact' | 'Money and dates' | 'Receipts and labels' | 'Invoices' | 'Payment' | 'At the counter'

const ShownGroups = createContext<readonly DetailsGroup[] | undefined>(undefined)

/** `groups`: those shown; all without it. */
export function DetailsFields({ form, groups }: { form: Form; groups?: readonly DetailsGroup[] | undefined }) {
  const {
    register,
    formState: { errors },
  } = form
  return (
    <ShownGroups value={groups}>
      <Group title="Address" text="On receipts and on the page of your customers.">
        <AddressFields form={form} />
      </Group>
      <Group title="Contact" text="On receipts and on the page of your customers.">
        <Field label="Opening hours" hint="On the page of an order that your customer opens." error={errors.openingHours?.message}>
          <TextArea rows={2} autoComplete="off" {...register('openingHours')} />
        </Field>
        <div className={gridClass}>
          <Field label="Phone" error={errors.phone?.message}>
            <TextField type="tel" inputMode="tel" autoComplete="off" {...register('phone')} />
          </Field>
          <Field label="Email" error={errors.email?.message}>
            <TextField type="email" inputMode="email" autoComplete="off" autoCapitalize="none" {...register('email')} />
          </Field>
          <Field label="Website" error={errors.website?.message}>
            <TextField inputMode="url" autoComplete="off" autoCapitalize="none" spellCheck={false} {...register('website')} />
          </Field>
          <Field label="Tax ID" hint="On receipts only." error={errors.taxId?.message}>
            <TextField autoComplete="off" {...register('taxId')} />
          </Field>
        </div>
      </Group>
      <Group title="Money and dates">
        <div className={gridClass}>
          <Region form={form} />
          <Field label="Country code" hint="What phones of new customers begin with." error={errors.countryCode?.message}>
            <TextField inputMode="tel" autoComplete="off" className="max-w-40" {...register('countryCode')} />
          </Field>
        </div>
        <Sample form={form} />
      </Group>
      <Group title="Receipts and labels">
        <div className={gridClass}>
          <Field label="Ticket prefix" hint="Stands before the number of an order, such as H-1042. May be empty." error={errors.ticketPrefix?.message}>
            <TextField autoComplete="off" autoCapitalize="characters" spellCheck={false} className="max-w-40" {...register('ticketPrefix')} />
          </Field>
          <Field label="Receipt paper" error={errors.receiptPaper?.message}>
            <Select options={paperChoices} {...register('receiptPaper')} />
          </Field>
          <Field label="Label width (mm)" error={errors.labelWidthMm?.message}>
            <TextField numeric inputMode="decimal" autoComplete="off" {...register('labelWidthMm')} />
          </Field>
          <Field label="Label height (mm)" error={errors.labelHeightMm?.message}>
            <TextField numeric inputMode="decimal" autoComplete="off" {...register('labelHeightMm')} />
          </Field>
        </div>
        <CodesOnPaper />
        <Field label="Terms" hint="Shown where a customer signs, and printed on the drop-off receipt." error={errors.terms?.message}>
          <TextArea rows={4} {...register('terms')} />
        </Field>
        <Field label="Receipt footer" error={errors.receiptFooter?.message}>
          <TextArea rows={2} {...register('receiptFooter')} />
        </Field>
      </Group>
      <Group title="Invoices">
        <div className={gridClass}>
          <Field label="Invoice number" hint="{YYYY} is the year, {0000} the count." error={errors.invoiceFormat?.message}>
            <TextField autoComplete="off" spellCheck={false} {...register('invoiceFormat')} />
          </Field>
          <Field label="Credit note number" hint="Must differ from that of invoices." error={errors.creditNoteFormat?.message}>
            <TextField autoComplete="off" spellCheck={false} {...register('creditNoteFormat')} />
          </Field>
          <Field label="Years to keep invoices" hint="So long they keep a customer's name and address." error={errors.keepInvoicesYears?.message}>
            <TextField numeric inputMode="numeric" autoComplete="off" {...register('keepInvoicesYears')} />
          </Field>
        </div>
      </Group>
      <Group title="Payment">
        <Field label="Payment link" hint="Begins with https://; {amount} and {ticket} are filled in." error={errors.paymentLink?.message}>
          <TextField inputMode="url" autoComplete="off" autoCapitalize="none" spellCheck={false} {...register('paymentLink')} />
        </Field>
        <div className={gridClass}>
          <Field label="IBAN" error={errors.iban?.message}>
            <TextField autoComplete="off" autoCapitalize="characters" spellCheck={false} {...register('iban')} />
          </Field>
          <Field label="Bank" error={errors.bankName?.message}>
            <TextField autoComplete="off" autoCapitalize="words" {...register('bankName')} />
          </Field>
        </div>
        <Checkbox label="Customers see prices" hint="On the page of an order that your customer opens." {...register('showPriceToCustomer')} />
      </Group>
      <Group title="At the counter" text="What your shop does not use is not shown.">
        <Checkbox label="Photos of devices" {...register('photosOn')} />
        <Checkbox label="Signature of the customer" {...register('signatureOn')} />
        <Checkbox label="Passcode of the device" {...register('passcodeOn')} />
      </Group>
    </ShownGroups>
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
        {part('street', 'Street', 'col-span-full')}
        {part('postalCode', 'Postal code')}
        {part('city', 'City')}
        {part('region', 'State or region')}
        <Controller
          control={control}
          name="country"
          render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
            <Field label="Country" error={fieldState.error?.message}>
              <CodeSelect codes={countries} codeToName={toCountryName} value={value} onValueChange={onChange} onBlur={onBlur} inputRef={ref} />
            </Field>
          )}
        />
      </div>
      <Field label="Address on papers" hint="Only where it should differ from the fields above." error={errors.address?.message}>
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
      <Field label="Currency" error={errors.currency?.message}>
        <Select options={currencyChoices(currency)} {...register('currency')} />
      </Field>
      <Field label="Language and region" hint="How numbers and dates are written." error={errors.locale?.message}>
        <Select options={localeChoices(locale)} {...register('locale')} />
      </Field>
      <Field label="Papers and messages in" hint="Customers whose card names another language get that one." error={errors.language?.message}>
        <Select options={languageChoices} {...register('language')} />
      </Field>
      <Field label="Time zone" hint="Where the days of reports and filters begin." error={errors.timeZone?.message}>
        <Select placeholder="That of each device" options={timeZoneChoices(timeZone)} {...register('timeZone')} />
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
    <p role="status" aria-label="Sample" className="rounded-md bg-sunken px-3 py-2.5 tabular-nums">
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
        QR codes on papers lead to <span className="wrap-anywhere">{origin}</span>.
      </p>
    )
  return (
    <p className="text-sm text-muted">
      QR codes on papers hold the ticket alone: Mainspring is open on this computer only, so no address leads to it. <HowOthersReachIt />
    </p>
  )
}

function Group({ title, text, children }: { title: DetailsGroup; text?: string; children: ReactNode }) {
  const shown = useContext(ShownGroups)
  if (shown !== undefined && !shown.includes(title)) return null
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
