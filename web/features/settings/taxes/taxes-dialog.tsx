import { Pencil, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import type { BootstrapShop } from '#schema/api/sync.ts'
import type { TaxRate } from '#schema/collections/stock/tax-rates.ts'
import { shopToProfile } from '#schema/rules/shop/profile.ts'
import { proposeRates, standardRatesOf } from '#schema/rules/taxes/standard-rates.ts'
import { countries, countryToName } from '#schema/values/places/country.ts'
import { rateToText, readTaxParts } from '#schema/values/taxes/tax-rate.ts'
import { saveShopProfile } from '#web/api/admin-api.ts'
import { useShopRows } from '#web/device/react/use-device.ts'
import { categoryToText, type StartOfRate } from '#web/features/taxes/form.ts'
import { TaxRateDialog } from '#web/features/taxes/tax-rate-dialog.tsx'
import { BackGuard } from '#web/forms/back-guard.tsx'
import { useClosing } from '#web/forms/use-closing.ts'
import { CodeSelect } from '#web/inputs/code-select.tsx'
import { useAuth } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { Chip } from '#web/ui/layout/badge.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { OnlineForm } from '../online/online-form.tsx'
import { OfflineNotice } from '../online/online-work.tsx'
import { profileToTaxes, taxesSchema, type TaxesForm, taxesToUpdate, taxModeChoices, taxModeToText } from './taxes-form.ts'
import { readLanguage } from '#web/language/staff-texts.ts'
import { settings } from '../all/settings-texts.ts'
import { t } from '../shops/settings-shop-texts.ts'

const toCountryName = (code: string): string => countryToName(code, readLanguage())

type Asked = { rateId: string } | { start: StartOfRate | undefined }

/** How the shop charges taxes, and its rates. Only who may change the shop's settings can write. */
export function TaxesDialog({ shop, onClose }: { shop: BootstrapShop; onClose: () => void }) {
  const closing = useClosing(onClose)
  return (
    <>
      <Dialog open size="md" title={t.taxes.title()} description={shop.name} onCloseRequest={closing.close}>
        <Taxes shop={shop} notice={<OfflineNotice className="mb-4" />} />
      </Dialog>
      <BackGuard isActive isClosing={closing.isClosing} onBack={closing.close} />
    </>
  )
}

export function Taxes({ shop, notice }: { shop: BootstrapShop; notice?: ReactNode }) {
  const mayWrite = useAuth().hasPrivilege('view_shop_setting')
  const profile = shopToProfile(shop)
  const [country, setCountry] = useState(profile.country)
  return (
    <>
      {mayWrite ? (
        <>
          {notice}
          <OnlineForm
            label={t.taxes.taxes()}
            formKey={`shop-taxes/${shop.id}`}
            schema={taxesSchema}
            opened={profileToTaxes(profile)}
            submitText={settings.saveChanges()}
            send={(form) => saveShopProfile(shop.id, taxesToUpdate(form, profile))}
            success={t.taxes.saved()}
            failure={{ title: settings.saveFailed(), description: t.taxes.failed() }}
            afterwards="kept"
          >
            {(form) => <ModeFields form={form} onCountry={setCountry} />}
          </OnlineForm>
        </>
      ) : (
        <p>{profile.taxMode === 'none' ? t.taxes.noTaxes() : taxModeToText[profile.taxMode]}</p>
      )}
      <Rates shopId={shop.id} country={country} mayWrite={mayWrite} />
    </>
  )
}

function ModeFields({ form, onCountry }: { form: UseFormReturn<TaxesForm>; onCountry: (country: string) => void }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Controller
        control={form.control}
        name="country"
        render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
          <Field label={t.country()} hint={t.taxes.countryHint()} error={fieldState.error?.message}>
            <CodeSelect
              codes={countries}
              codeToName={toCountryName}
              value={value}
              onValueChange={(code) => {
                onChange(code)
                onCountry(code)
              }}
              onBlur={onBlur}
              inputRef={ref}
            />
          </Field>
        )}
      />
      <Field label={t.taxes.taxes()} hint={t.taxes.modeHint()} error={form.formState.errors.taxMode?.message}>
        <Select options={taxModeChoices} {...form.register('taxMode')} />
      </Field>
    </div>
  )
}

/** The rates, those in use first. */
function Rates({ shopId, country, mayWrite }: { shopId: string; country: string | null; mayWrite: boolean }) {
  const rows = useShopRows('tax_rates', shopId)
  const [asked, setAsked] = useState<Asked>()
  const rates = rows?.toSorted((one, other) => Number(one.archived) - Number(other.archived) || other.percent - one.percent)
  const proposed = rates === undefined ? [] : proposeRates(country).filter(({ percent }) => !rates.some((rate) => rate.percent === percent))
  return (
    <section aria-labelledby="rates-title" className="mt-6 border-t border-line pt-4">
      <h3 id="rates-title" className="font-semibold">
        {t.taxes.rates()}
      </h3>
      <p className="text-sm text-muted">{t.taxes.ratesText()}</p>
      {rates?.length === 0 && <p className="py-3 text-muted">{t.taxes.noRates()}</p>}
      <ul aria-labelledby="rates-title" className="mt-2">
        {rates?.map((rate) => (
          <RateItem key={rate.id} rate={rate} onEdit={mayWrite ? () => setAsked({ rateId: rate.id }) : undefined} />
        ))}
      </ul>
      {mayWrite && rates !== undefined && (
        <div className="mt-2 flex flex-col items-start gap-3">
          <Button onClick={() => setAsked({ start: undefined })}>
            <Plus aria-hidden="true" />
            {t.taxes.addRate()}
          </Button>
          {proposed.length > 0 && country !== null && (
            <div className="flex w-full flex-col gap-2 rounded-md bg-sunken px-3 py-2.5">
              <p className="text-sm">{t.taxes.usualIn({ country: toCountryName(country), month: toMonth(standardRatesOf) })}</p>
              <span className="flex flex-wrap gap-2">
                {proposed.map((rate) => (
                  <Button key={rate.percent} onClick={() => setAsked({ start: { proposed: rate, isFirst: !rates.some(({ isDefault }) => isDefault) } })}>
                    <Plus aria-hidden="true" />
                    {rateToText(rate)}
                  </Button>
                ))}
              </span>
            </div>
          )}
        </div>
      )}
      {asked !== undefined && (
        <TaxRateDialog
          key={'rateId' in asked ? asked.rateId : 'new'}
          shopId={shopId}
          rateId={'rateId' in asked ? asked.rateId : undefined}
          start={'start' in asked ? asked.start : undefined}
          onReplace={(replaced) => setAsked({ start: { replaced } })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}

const toMonth = (month: string): string =>
  new Intl.DateTimeFormat(readLanguage(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01`))

function RateItem({ rate, onEdit }: { rate: TaxRate; onEdit: (() => void) | undefined }) {
  const parts = readTaxParts(rate.parts)
  const facts = [rate.category === 'standard' ? '' : categoryToText[rate.category], ...parts.map(rateToText)].filter((text) => text !== '')
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1 last:border-b-0">
      <span className="min-w-40 flex-1 wrap-anywhere">
        <span className={rate.archived ? 'text-muted' : undefined}>{rateToText(rate)}</span>
        {facts.length > 0 && <span className="block text-sm text-muted">{facts.join(' · ')}</span>}
      </span>
      {rate.isDefault && !rate.archived && <Chip tone="accent">{t.taxes.usual()}</Chip>}
      {rate.isDefaultForLabour && !rate.archived && <Chip tone="accent">{t.taxes.usualForLabour()}</Chip>}
      {rate.archived && <Chip>{settings.archived()}</Chip>}
      {onEdit && <IconButton label={settings.editNamed({ name: rateToText(rate) })} icon={<Pencil aria-hidden="true" />} onClick={onEdit} />}
    </li>
  )
}
