import { createContext, type ReactNode, useContext } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { toLocale } from '#schema/rules/customers/customer-language.ts'
import { createFormat, type Regional, type ShopFormat } from '#schema/rules/shop/format.ts'
import { shopToProfile } from '#schema/rules/shop/profile.ts'
import type { TaxMode } from '#schema/values/taxes/tax-rate.ts'
import { defaultCountryCode } from '#schema/values/phone.ts'
import { readLanguage } from '#web/language/staff-texts.ts'
import { openShopAmounts } from './shop-amounts.ts'
import { reader, readerFormat } from './time/time.ts'
import { toClockTime } from './time/time-words.ts'

const FormatContext = createContext<ShopFormat>(readerFormat)
const CountryCodeContext = createContext(defaultCountryCode)
const TaxModeContext = createContext<TaxMode>('none')
const ShopIdContext = createContext<string | undefined>(undefined)

/** Provides the shop's format of money, dates and days; without a shop, the reader's. */
export function ShopFormatProvider({ shop, children }: { shop: Pick<BootstrapShop, 'id' | 'code' | 'profile'> | undefined; children: ReactNode }) {
  openShopAmounts(shop && toReadProfile(shop))
  return (
    <FormatContext value={shopToFormat(shop)}>
      <CountryCodeContext value={shop?.profile?.countryCode ?? defaultCountryCode}>
        <TaxModeContext value={shop?.profile?.taxMode ?? 'none'}>
          <ShopIdContext value={shop?.id}>{children}</ShopIdContext>
        </TaxModeContext>
      </CountryCodeContext>
    </FormatContext>
  )
}

export const useShopFormat = (): ShopFormat => useContext(FormatContext)

/** Times of day in the shop's zone, with the day if it is not today there. */
export function useClockTime(): (instant: string, now?: Date) => string {
  const format = useShopFormat()
  return (instant, now) => toClockTime(instant, format, now)
}

/** The shop's own country code, which phones omit. */
export const useShopCountryCode = (): string => useContext(CountryCodeContext)

/** Whether the shop's prices are with or without tax; 'none' where it charges none. */
export const useShopTaxMode = (): TaxMode => useContext(TaxModeContext)

/** The shop that is shown; undefined outside of its pages. */
export const useShownShopId = (): string | undefined => useContext(ShopIdContext)

/** In the reader's language. Returns the same object while the shop's settings are unchanged, to avoid renders. */
export function shopToFormat(shop: Pick<BootstrapShop, 'code' | 'profile'> | undefined): ShopFormat {
  return shop === undefined ? readerFormat : regionalToFormat(toReadProfile(shop))
}

/** With the locale of the reader's language: the shop's own where that is the language of either. */
function toReadProfile(shop: Pick<BootstrapShop, 'code' | 'profile'>): Regional {
  const profile = shopToProfile(shop)
  return { ...profile, locale: toLocale(readLanguage(), profile) }
}

const formatByKey = new Map<string, ShopFormat>()

/** One object for the same settings. */
export function regionalToFormat({ currency, locale, timeZone }: Regional): ShopFormat {
  const key = `${currency}/${locale}/${timeZone}`
  const known = formatByKey.get(key)
  if (known) return known
  const made = createFormat({ currency, locale, timeZone }, reader)
  formatByKey.set(key, made)
  return made
}
