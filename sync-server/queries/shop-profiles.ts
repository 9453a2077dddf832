import type { PublicProfile } from '#schema/api/portal.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import { toCustomerLanguage } from '#schema/rules/customers/customer-language.ts'
import { defaultProfile, type LogoType, type ShopProfile, type ShownProfile } from '#schema/rules/shop/profile.ts'
import { partsToAddress } from '#schema/rules/shop/shop-address.ts'
import type { Db } from '../db/database.ts'
import { findRow } from './rows/read-rows.ts'

/** Only fields that were set are stored, so the others follow the defaults of each version. The ticket prefix is stored in `shops`. */
type SetFields = Partial<Omit<ShopProfile, 'ticketPrefix'>>

/** Safe: the text is only written from validated fields. */
const textToSetFields = (text: string | null | undefined): SetFields => (text ? (JSON.parse(text) as SetFields) : {})

const serverTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

type ProfileRow = { id: string; code: string; ticketPrefix: string | null; fields: string | null; sha256: string | null; mimeType: string | null }

const selectProfiles = (reader: Db) =>
  reader
    .selectFrom('shops')
    .leftJoin('shop_profiles', 'shop_profiles.shop_id', 'shops.id')
    .leftJoin('shop_logos', 'shop_logos.shop_id', 'shops.id')
    .select(['shops.id', 'shops.code', 'shops.ticket_prefix as ticketPrefix', 'shop_profiles.fields', 'shop_logos.sha256', 'shop_logos.mime_type as mimeType'])

function rowToProfile({ code, ticketPrefix, fields, sha256, mimeType }: ProfileRow): ShownProfile {
  const profile: ShopProfile = { ...defaultProfile(code), ...textToSetFields(fields), ...(ticketPrefix !== null && { ticketPrefix }) }
  return {
    ...profile,
    address: profile.address ?? partsToAddress(profile),
    effectiveTimeZone: profile.timeZone ?? serverTimeZone,
    // Safe: only logo types are stored.
    logo: sha256 === null ? null : { sha256, mimeType: mimeType as LogoType },
  }
}

export async function findShopProfile(reader: Db, shopId: string): Promise<ShownProfile | undefined> {
  const row = await selectProfiles(reader).where('shops.id', '=', shopId).executeTakeFirst()
  return row && rowToProfile(row)
}

export async function readShopProfiles(reader: Db, shopIds: readonly string[]): Promise<Map<string, ShownProfile>> {
  if (shopIds.length === 0) return new Map()
  const rows = await selectProfiles(reader).where('shops.id', 'in', shopIds).execute()
  return new Map(rows.map((row) => [row.id, rowToProfile(row)]))
}

/** What customers see of the profile; undefined where the shop has set nothing. */
export async function findPublicProfile(reader: Db, shopId: string): Promise<PublicProfile | undefined> {
  const profile = await findShopProfile(reader, shopId)
  if (profile === undefined) return undefined
  const isSet = profile.logo !== null || Object.keys(await readSetFields(reader, shopId)).length > 0
  return isSet ? toPublicProfile(profile) : undefined
}

export function toPublicProfile(profile: ShownProfile): PublicProfile {
  const { address, phone, email, website, currency, locale, language, timeZone, countryCode, logo } = profile
  return { address, phone, email, website, currency, locale, language, timeZone, countryCode, logo }
}

/** For the customer of an order, whose card may name another language. */
export async function toCustomersProfile(reader: Db, profile: ShownProfile, order: Pick<Order, 'shopId' | 'customerId'>): Promise<PublicProfile> {
  const customer = order.customerId === null ? undefined : await findRow(reader, 'customers', order.shopId, order.customerId)
  return { ...toPublicProfile(profile), language: toCustomerLanguage(customer, profile) }
}

export async function readSetFields(reader: Db, shopId: string): Promise<SetFields> {
  return textToSetFields((await reader.selectFrom('shop_profiles').select('fields').where('shop_id', '=', shopId).executeTakeFirst())?.fields)
}

export const findShopLogo = (reader: Db, shopId: string) =>
  reader.selectFrom('shop_logos').select(['sha256', 'mime_type as mimeType', 'content']).where('shop_id', '=', shopId).executeTakeFirst()

/** The time zone for callers who name none: the shop's own, or UTC. */
export const readDayZone = async (reader: Db, shopId: string): Promise<string> => (await readSetFields(reader, shopId)).timeZone ?? 'UTC'
