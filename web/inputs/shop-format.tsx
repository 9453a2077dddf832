import { createContext, type ReactNode, useContext } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { createFormat, type Regional, type ShopFormat } from '#schema/rules/shop/format.ts'
import { shopToProfile } from '#schema/rules/shop/profile.ts'
import { defaultCountryCode } from '#schema/values/phone.ts'
import { reader, readerFormat } from './time/time.ts'

const FormatContext = createContext<ShopFormat>(readerFormat)
const CountryCodeContext = createContext(defaultCountryCode)

/** Money, dates and days below are written as the shop has them; without a shop as the reader has them. */
export function ShopFormatProvider({ shop, children }: { shop: Pick<BootstrapShop, 'code' | 'profile'> | undefined; children: ReactNode }) {
  return (
    <FormatContext value={shopToFormat(shop)}>
      <CountryCodeContext value={shop?.profile?.countryCode ?? defaultCountryCode}>{children}</CountryCodeContext>
    </FormatContext>
  )
}

/** How the shop on the screen writes money and dates, and where its days begin. */
export const useShopFormat = (): ShopFormat => useContext(FormatContext)

/** The country of most phones of the shop on the screen: it goes without saying. */
export const useShopCountryCode = (): string => useContext(CountryCodeContext)

/** The same format for as long as the shop sets nothing else, so that nothing renders again without need. */
export function shopToFormat(shop: Pick<BootstrapShop, 'code' | 'profile'> | undefined): ShopFormat {
  return shop === undefined ? readerFormat : regionalToFormat(shopToProfile(shop))
}

const formatByKey = new Map<string, ShopFormat>()

function regionalToFormat({ currency, locale, timeZone }: Regional): ShopFormat {
  const key = `${currency}/${locale}/${timeZone}`
  const known = formatByKey.get(key)
  if (known) return known
  const made = createFormat({ currency, locale, timeZone }, reader)
  formatByKey.set(key, made)
  return made
}
