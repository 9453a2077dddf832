import type { PublicProfile } from '#schema/api/portal.ts'
import { createFormat, type ShopFormat } from '#schema/rules/shop/format.ts'
import { reader, readerFormat } from '../inputs/time/time.ts'

/** How the shop writes money and dates; without a profile as documented. */
export const profileToFormat = (profile: PublicProfile | undefined): ShopFormat => (profile === undefined ? readerFormat : createFormat(profile, reader))

/** The address of a website as a link; undefined for what is none, which then is no more than a text. */
export function websiteToLink(website: string): string | undefined {
  const address = /^[a-z][a-z0-9+.-]*:/i.test(website) ? website : `https://${website}`
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : undefined
}
