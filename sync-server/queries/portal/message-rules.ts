import { textToPortalConfig } from '#schema/api/portal-config.ts'
import { defaultCountryCode } from '#schema/values/phone.ts'
import { portalDailyMessagesDefault } from '#schema/rules/customers/portal.ts'
import type { Db } from '../../db/database.ts'
import type { PhoneNumber } from './phone-owners.ts'

/** Allowed country codes for a shop's text messages, and its daily maximum. */
export type MessageRules = { countryCodes: readonly string[]; dailyMessages: number }

/** The shop's settings; without country codes, the one most common among customers that staff entered. */
export async function readMessageRules(reader: Db, shopId: string): Promise<MessageRules> {
  const row = await reader.selectFrom('shop_configs').select('portal_config').where('shop_id', '=', shopId).executeTakeFirst()
  const { countryCodes, dailyMessages = portalDailyMessagesDefault } = textToPortalConfig(row?.portal_config ?? null)
  return { countryCodes: countryCodes ?? [(await findCommonestCode(reader, shopId)) ?? defaultCountryCode], dailyMessages }
}

async function findCommonestCode(reader: Db, shopId: string): Promise<string | undefined> {
  const row = await reader
    .selectFrom('customers')
    .select(['country_code', ({ fn }) => fn.countAll<number>().as('count')])
    .where('shop_id', '=', shopId)
    .where('deleted', '=', 0)
    .where('phone_unconfirmed', '=', 0)
    .where('country_code', 'is not', null)
    .groupBy('country_code')
    .orderBy('count', 'desc')
    .orderBy('country_code')
    .limit(1)
    .executeTakeFirst()
  return row?.country_code ?? undefined
}

/** Whether staff entered any customer of this country. Being per country, a refusal does not reveal whose number is known. */
async function isCountryOfCustomers(reader: Db, shopId: string, countryCode: string): Promise<boolean> {
  const select = () => reader.selectFrom('customers').select('id').where('shop_id', '=', shopId).where('deleted', '=', 0)
  const main = await select().where('country_code', '=', countryCode).where('phone_unconfirmed', '=', 0).limit(1).executeTakeFirst()
  if (main) return true
  return (
    (await select().where('alternate_country_code', '=', countryCode).where('alternate_phone_unconfirmed', '=', 0).limit(1).executeTakeFirst()) !== undefined
  )
}

/** Whether a code may be requested: in countries that the shop allows or has customers in. */
export const isCountryKnown = async (reader: Db, shopId: string, { countryCodes }: MessageRules, { countryCode }: PhoneNumber): Promise<boolean> =>
  countryCodes.includes(countryCode) || isCountryOfCustomers(reader, shopId, countryCode)
