import { textToPortalConfig } from '#schema/api/portal-config.ts'
import { defaultCountryCode } from '#schema/rules/customers/phone.ts'
import { portalDailyMessagesDefault } from '#schema/rules/customers/portal.ts'
import type { Db } from '../db/database.ts'
import type { Services } from '../services.ts'
import type { PhoneNumber, PhoneOwner } from './portal-customers.ts'

/** To which numbers a shop sends text messages, and how many a day. */
export type MessageRules = { countryCodes: readonly string[]; dailyMessages: number }

/** As the shop has set it, else the country code of most of the customers that its staff entered. */
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

/** Has staff entered a customer of this country? Told by country, a refusal does not tell whose number is known (AMB-122). */
async function isCountryOfCustomers(reader: Db, shopId: string, countryCode: string): Promise<boolean> {
  const select = () => reader.selectFrom('customers').select('id').where('shop_id', '=', shopId).where('deleted', '=', 0)
  const main = await select().where('country_code', '=', countryCode).where('phone_unconfirmed', '=', 0).limit(1).executeTakeFirst()
  if (main) return true
  return (
    (await select().where('alternate_country_code', '=', countryCode).where('alternate_phone_unconfirmed', '=', 0).limit(1).executeTakeFirst()) !== undefined
  )
}

/** False where even asking is refused: a country that the shop neither allows nor has customers of. */
export const isCountryKnown = async (reader: Db, shopId: string, { countryCodes }: MessageRules, { countryCode }: PhoneNumber): Promise<boolean> =>
  countryCodes.includes(countryCode) || isCountryOfCustomers(reader, shopId, countryCode)

/** Whoever registers a number shall not make the shop pay for messages to just any country; what staff entered is always good. */
export const mayReceive = (owners: readonly PhoneOwner[], { countryCodes }: MessageRules, { countryCode }: PhoneNumber): boolean =>
  owners.some(({ isUnconfirmed }) => !isUnconfirmed || countryCodes.includes(countryCode))

/**
 * Counts messages of today (UTC), 0 for a number that gets none: the same work for both. False when the shop's budget is used up.
 * `giveBack` uncounts one that was not sent.
 */
export async function takeMessage(
  { db, clock, newId }: Services,
  shopId: string,
  { dailyMessages }: MessageRules,
  count: 0 | 1,
): Promise<{ isTaken: boolean; giveBack: () => Promise<void> }> {
  const day = clock().toISOString().slice(0, 10)
  await db.deleteFrom('portal_message_days').where('shop_id', '=', shopId).where('day', '<', day).execute()
  await db
    .insertInto('portal_message_days')
    .values({ id: newId(), shop_id: shopId, day, sent: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const add = (amount: number) =>
    db
      .updateTable('portal_message_days')
      .set((set) => ({ sent: set('sent', '+', amount) }))
      .where('shop_id', '=', shopId)
      .where('day', '=', day)
  const taken = await add(count).where('sent', '<', dailyMessages).returning('sent').executeTakeFirst()
  return {
    isTaken: taken !== undefined,
    giveBack: async () => {
      if (taken && count > 0) await add(-count).where('sent', '>', 0).execute()
    },
  }
}
