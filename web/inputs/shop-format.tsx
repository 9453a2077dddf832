import { createContext, type ReactNode, useContext } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { createFormat, type Regional, type ShopFormat } from '#schema/rules/shop/format.ts'
import { shopToProfile } from '#schema/rules/shop/profile.ts'
import { reader, readerFormat } from './time/time.ts'

const FormatContext = createContext<ShopFormat>(readerFormat)

/** Money, dates and days below are written as the shop has them; without a shop as the reader has them (SHOP-02). */
export function ShopFormatProvider({ shop, children }: { shop: Pick<BootstrapShop, 'code' | 'profile'> | undefined; children: ReactNode }) {
  return <FormatContext value={shopToFormat(shop)}>{children}</FormatContext>
}

/** How the shop on the screen writes money and dates, and where its days begin. */
export const useShopFormat = (): ShopFormat => useContext(FormatContext)

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
