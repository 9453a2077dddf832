import type { Db } from '../db/database.ts'

export type PhoneNumber = { countryCode: string; phone: string }
export type PhoneOwner = { id: string; name: string; accessCodeHash: string | null }

/** A family may share a phone; nobody shares it with more people than this. */
export const ownersMax = 5

/** Living customers of the shop with this main or alternate phone (AMB-122): main phones first, then the oldest. */
export async function findPhoneOwners(reader: Db, shopId: string, { countryCode, phone }: PhoneNumber): Promise<PhoneOwner[]> {
  const select = () => reader.selectFrom('customers').select(['id', 'name', 'access_code_hash as accessCodeHash']).where('shop_id', '=', shopId).where('deleted', '=', 0)
  const main = await select().where('phone', '=', phone).where('country_code', '=', countryCode).orderBy('created_at').orderBy('id').limit(ownersMax).execute()
  const alternate = await select()
    .where('alternate_phone', '=', phone)
    .where('alternate_country_code', '=', countryCode)
    .orderBy('created_at')
    .orderBy('id')
    .limit(ownersMax)
    .execute()
  const ids = new Set(main.map(({ id }) => id))
  return [...main, ...alternate.filter(({ id }) => !ids.has(id))].slice(0, ownersMax)
}
