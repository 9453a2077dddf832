import { useRef } from 'react'
import { z } from 'zod'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { profileFields } from '#schema/api/shop/shop-profile.ts'
import { shops } from '#schema/collections/people/shops.ts'
import { shopCodeSchema } from '#schema/rules/text/shop-code.ts'
import { defaultCurrency, defaultLocale, shopToProfile } from '#schema/rules/shop/profile.ts'
import { suggestRegion } from '#schema/rules/shop/suggest-region.ts'
import { suggestShopCode } from '#schema/rules/shop/suggest-shop-code.ts'
import { createShop, reads, saveShopProfile } from '#web/api/admin-api.ts'
import { checkedBy } from '#web/forms/checked-by.ts'
import { Link } from '#web/navigation/link.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { currencyChoices, timeZoneChoices } from '../details/region-choices.ts'
import { OnlineForm } from '../online/online-form.tsx'
import { dataOf, useOnline } from '../online/online-work.tsx'
import { fieldGridClass } from '../online/section.tsx'

const schema = z.object({
  name: checkedBy(shops.fields.name.schema),
  code: checkedBy(shopCodeSchema),
  currency: checkedBy(profileFields.currency),
  timeZone: checkedBy(profileFields.timeZone),
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
        Address, logo and more in Shop Settings
      </Link>
    </p>
  )
}

/** The shop's own values, else those usual for the browser's locale and time zone. */
function suggestDetails(shop: BootstrapShop | undefined) {
  const suggested = { ...suggestRegion(navigator.language), timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }
  if (shop === undefined) return { ...suggested, phone: '' }
  const { currency, locale, phone } = shopToProfile(shop)
  return {
    timeZone: suggested.timeZone,
    currency: currency === defaultCurrency ? suggested.currency : currency,
    locale: locale === defaultLocale ? suggested.locale : locale,
    phone: phone ?? '',
  }
}

/** One form for both requests: it must stay mounted when the device learns of the shop in between. */
function ShopForm({ shop }: { shop: BootstrapShop | undefined }) {
  const others = dataOf(useOnline(reads.allShops)) ?? []
  const taken = others.map(({ code }) => code)
  const { locale, ...details } = suggestDetails(shop)
  /** Set once the shop exists: a retry then sends only its details. */
  const made = useRef<{ id: string; name: string; code: string }>(undefined)
  return (
    <>
      {shop === undefined && others.length > 0 && (
        <p className="text-muted">
          There {others.length === 1 ? 'is a shop' : `are ${others.length} shops`} on this server already, and you belong to none. Make another one here, or let
          yourself be assigned under Entity Settings.
        </p>
      )}
      {shop !== undefined && (
        <p>
          <strong className="font-semibold">{shop.name}</strong> ({shop.code}) is there, but has no time zone yet. Check these, and save them.
        </p>
      )}
      <OnlineForm
        label="Your shop"
        formKey="start-shop"
        schema={schema}
        opened={{ name: shop?.name ?? '', code: shop?.code ?? '', ...details }}
        submitText={shop === undefined ? 'Create shop' : 'Save'}
        busyText={shop === undefined ? 'Creating...' : 'Saving...'}
        send={async (form) => {
          const [name, code] = [form.name.trim(), form.code.trim()]
          if (shop !== undefined) made.current = shop
          else if (made.current?.name !== name || made.current.code !== code)
            made.current = { ...(await createShop({ name, code, description: null })), name, code }
          await saveShopProfile(made.current.id, { currency: form.currency, timeZone: form.timeZone, locale, phone: form.phone })
          return made.current
        }}
        success={({ name }) => ({ title: `${name} is there` })}
        failure="The shop was not saved whole"
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
            <div className={fieldGridClass}>
              {shop === undefined && (
                <>
                  <Field label="Shop name" required error={errors.name?.message}>
                    <TextField
                      autoComplete="off"
                      {...nameField}
                      onChange={(event) => {
                        suggest(event.target.value)
                        void nameField.onChange(event)
                      }}
                    />
                  </Field>
                  <Field label="Shop code" required error={errors.code?.message} hint="Part of the address that customers see.">
                    <TextField autoComplete="off" autoCapitalize="none" spellCheck={false} {...form.register('code')} />
                  </Field>
                </>
              )}
              <Field label="Currency" error={errors.currency?.message}>
                <Select options={currencyChoices(form.getValues('currency'))} {...form.register('currency')} />
              </Field>
              <Field label="Time zone" error={errors.timeZone?.message}>
                <Select options={timeZoneChoices(form.getValues('timeZone'))} {...form.register('timeZone')} />
              </Field>
              <Field label="Phone" error={errors.phone?.message} hint="On receipts and on your customers' page.">
                <TextField type="tel" inputMode="tel" autoComplete="off" {...form.register('phone')} />
              </Field>
            </div>
          )
        }}
      </OnlineForm>
    </>
  )
}
