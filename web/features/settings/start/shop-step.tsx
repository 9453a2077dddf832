import { useRef, useState } from 'react'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import type { BootstrapShop, SessionUser } from '#schema/api/sync.ts'
import { profileFields } from '#schema/api/shop/shop-profile.ts'
import { pickLanguage } from '#schema/language/pick-language.ts'
import { shops } from '#schema/collections/people/shops.ts'
import { users } from '#schema/collections/people/users.ts'
import { firstAdminName } from '#schema/rules/access/roles.ts'
import { shopCodeSchema } from '#schema/rules/text/shop-code.ts'
import { receiptPapers, shopToProfile } from '#schema/rules/shop/profile.ts'
import { guessCountry, type Reader, type SuggestedRegion, suggestRegion, suggestTaxRate } from '#schema/rules/shop/suggest-region.ts'
import { suggestShopCode } from '#schema/rules/shop/suggest-shop-code.ts'
import { taxModes } from '#schema/values/taxes/tax-rate.ts'
import { countries, countryToName } from '#schema/values/places/country.ts'
import { ask, createShop, createTaxRate, makeMemberEmployee, reads, saveShopProfile, updateProfile } from '#web/api/admin-api.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { checkedBy, neededText } from '#web/forms/checked-by.ts'
import { CodeSelect } from '#web/inputs/code-select.tsx'
import { Link } from '#web/navigation/link.tsx'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { OnlineForm } from '../online/online-form.tsx'
import { dataOf, useOnline } from '../online/online-work.tsx'
import { fieldGridClass } from '../online/section.tsx'
import { RegionFacts } from './region-facts.tsx'
import { common } from '#web/language/common-texts.ts'
import { t } from './start-texts.ts'
import { readLanguage } from '#web/language/staff-texts.ts'

const schema = z.object({
  name: checkedBy(shops.fields.name.schema),
  code: checkedBy(shopCodeSchema),
  owner: neededText(t.ownerNeeded(), users.fields.name.schema, (text) => text.trim() === ''),
  takesWork: z.boolean(),
  country: neededText(t.countryNeeded(), profileFields.country, (text) => text === ''),
  currency: checkedBy(profileFields.currency),
  locale: checkedBy(profileFields.locale),
  timeZone: checkedBy(profileFields.timeZone),
  countryCode: checkedBy(profileFields.countryCode),
  receiptPaper: z.enum(receiptPapers),
  taxMode: z.enum(taxModes),
  phone: checkedBy(profileFields.phone),
})

/** Asks for the shop's details, of which only the name is required; then shows them. */
export function ShopStep({ shop, shopSettingsPath }: { shop: BootstrapShop | undefined; shopSettingsPath: string }) {
  return hasDetails(shop) ? <ShopFacts shop={shop} shopSettingsPath={shopSettingsPath} /> : <ShopForm shop={shop} />
}

/** Creating a shop takes two requests; one interrupted in between has no time zone. */
export const hasDetails = (shop: BootstrapShop | undefined): shop is BootstrapShop => shop !== undefined && shopToProfile(shop).timeZone !== null

function ShopFacts({ shop, shopSettingsPath }: { shop: BootstrapShop; shopSettingsPath: string }) {
  const { currency, effectiveTimeZone, phone } = shopToProfile(shop)
  return (
    <p>
      <strong className="font-semibold">{shop.name}</strong> ({shop.code}):{' '}
      {[currency, effectiveTimeZone.replaceAll('_', ' '), phone].filter(Boolean).join(', ')}.{' '}
      <Link to={shopSettingsPath} className="inline-flex min-h-11 items-center text-accent-ink underline underline-offset-4">
        {t.moreInSettings()}
      </Link>
    </p>
  )
}

const toCountryName = (code: string): string => countryToName(code, readLanguage())

const readReader = (): Reader => ({ languages: navigator.languages, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone })

/** A shop that was made by hand may have its country already. */
function suggestDetails(shop: BootstrapShop | undefined, reader: Reader) {
  const profile = shop && shopToProfile(shop)
  const country = profile?.country ?? guessCountry(reader)
  return { country, ...suggestRegion(country, reader), phone: profile?.phone ?? '' }
}

/** Nobody is called as the first administrator begins. */
const toOwnersName = (user: SessionUser | undefined): string => (user?.name === firstAdminName ? '' : (user?.name ?? ''))

/** One form for all requests: it must stay mounted when the device learns of the shop in between. */
function ShopForm({ shop }: { shop: BootstrapShop | undefined }) {
  const others = dataOf(useOnline(reads.allShops)) ?? []
  const taken = others.map(({ code }) => code)
  const user = useBootstrap()?.user
  const [reader] = useState(readReader)
  // Reading the zones of all countries takes a moment.
  const [details] = useState(() => suggestDetails(shop, reader))
  /** Set once the shop exists: a retry then sends only its details. */
  const made = useRef<{ id: string; name: string; code: string }>(undefined)
  return (
    <>
      {shop === undefined && others.length > 0 && <p className="text-muted">{t.otherShops({ count: others.length })}</p>}
      {shop !== undefined && (
        <p>
          <strong className="font-semibold">{shop.name}</strong> ({shop.code}) {t.isThere()}
        </p>
      )}
      <OnlineForm
        label={t.stepShop()}
        formKey="start-shop"
        schema={schema}
        opened={{ name: shop?.name ?? '', code: shop?.code ?? '', owner: toOwnersName(user), takesWork: true, ...details }}
        submitText={shop === undefined ? t.createShop() : common.save()}
        busyText={shop === undefined ? t.creating() : t.saving()}
        send={async (form) => {
          const [name, code] = [form.name.trim(), form.code.trim()]
          if (shop !== undefined) made.current = shop
          else if (made.current?.name !== name || made.current.code !== code)
            made.current = { ...(await createShop({ name, code, description: null })), name, code }
          const shopId = made.current.id
          const owner = form.owner.trim()
          if (owner !== user?.name) await updateProfile({ name: owner })
          if (form.takesWork && user !== undefined) await makeMemberEmployee(shopId, user.id)
          const rate = form.taxMode === 'none' ? undefined : suggestTaxRate(form.country)
          if (rate !== undefined && (await ask(reads.taxRates(shopId))).length === 0) await createTaxRate(shopId, { ...rate, isDefault: true })
          // With the time zone the step is done, so this comes last.
          const { country, currency, locale, timeZone, countryCode, receiptPaper, taxMode, phone } = form
          const language = pickLanguage([locale])
          await saveShopProfile(shopId, { country, currency, locale, timeZone, countryCode, receiptPaper, taxMode, phone, ...(language && { language }) })
          return made.current
        }}
        success={({ name }) => ({ title: t.shopMade({ name }) })}
        failure={t.shopFailed()}
        afterwards="kept"
      >
        {(form) => {
          const { errors } = form.formState
          /** The code follows the name until the user edits it. */
          const suggest = (name: string): void => {
            if (form.getValues('code') !== suggestShopCode(form.getValues('name'), taken)) return
            form.setValue('code', suggestShopCode(name, taken), { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
          }
          const nameField = form.register('name')
          return (
            <>
              <div className={fieldGridClass}>
                <Controller
                  control={form.control}
                  name="country"
                  render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
                    <Field label={t.country()} required error={fieldState.error?.message}>
                      <CodeSelect
                        codes={countries}
                        codeToName={toCountryName}
                        value={value}
                        onValueChange={(country) => {
                          onChange(country)
                          for (const [name, suggested] of Object.entries(suggestRegion(country, reader)))
                            form.setValue(name as keyof SuggestedRegion, suggested, { shouldDirty: true })
                        }}
                        onBlur={onBlur}
                        inputRef={ref}
                      />
                    </Field>
                  )}
                />
                <Field label={t.yourName()} required error={errors.owner?.message} hint={t.yourNameHint()}>
                  <TextField autoComplete="name" autoCapitalize="words" {...form.register('owner')} />
                </Field>
                {shop === undefined && (
                  <>
                    <Field label={t.shopName()} required error={errors.name?.message}>
                      <TextField
                        autoComplete="off"
                        {...nameField}
                        onChange={(event) => {
                          suggest(event.target.value)
                          void nameField.onChange(event)
                        }}
                      />
                    </Field>
                    <Field label={t.shopCode()} required error={errors.code?.message} hint={t.shopCodeHint()}>
                      <TextField autoComplete="off" autoCapitalize="none" spellCheck={false} {...form.register('code')} />
                    </Field>
                  </>
                )}
                <Field label={t.phone()} error={errors.phone?.message} hint={t.phoneHint()}>
                  <TextField type="tel" inputMode="tel" autoComplete="off" {...form.register('phone')} />
                </Field>
                <Checkbox label={t.takesWork()} hint={t.takesWorkHint()} {...form.register('takesWork')} />
              </div>
              <RegionFacts form={form} />
            </>
          )
        }}
      </OnlineForm>
    </>
  )
}
