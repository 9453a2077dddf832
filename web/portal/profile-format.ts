import type { PublicProfile } from '#schema/api/portal.ts'
import { createFormat, type ShopFormat } from '#schema/rules/shop/format.ts'
import { reader, readerFormat } from '../inputs/time/time.ts'

export const profileToFormat = (profile: PublicProfile | undefined): ShopFormat => (profile === undefined ? readerFormat : createFormat(profile, reader))

/** A website's address as a link; undefined if it is not one, which is then shown as text. */
export function websiteToLink(website: string): string | undefined {
  const address = /^[a-z][a-z0-9+.-]*:/i.test(website) ? website : `https://${website}`
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : undefined
}
