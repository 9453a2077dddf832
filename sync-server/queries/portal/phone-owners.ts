import type { PublicCustomer } from '#schema/api/portal.ts'
import { phoneToSpellings } from '#schema/rules/customers/international-phone.ts'
import { namesToChoices } from '#schema/rules/customers/portal-names.ts'
import type { Db } from '../../db/database.ts'

export type PhoneNumber = { countryCode: string; phone: string }
/** `isUnconfirmed`: the number comes from a self-registration that staff have not checked. */
export type PhoneOwner = { id: string; name: string; accessCodeHash: string | null; isUnconfirmed: boolean; language: string | null }

/** Maximum number of customers, such as a family, who share a phone. */
export const ownersMax = 5

/**
 * Living customers of the shop with this main or alternate phone, however it is spelled (AMB-122): main phones first, then the oldest. An alternate phone
 * out of a registration names nobody until staff confirmed it: whoever registered it may have given somebody else's main phone.
 */
export async function findPhoneOwners(reader: Db, shopId: string, { countryCode, phone }: PhoneNumber): Promise<PhoneOwner[]> {
  const select = () =>
    reader
      .selectFrom('customers')
      .select(['id', 'name', 'access_code_hash as accessCodeHash', 'phone_unconfirmed', 'language'])
      .where('shop_id', '=', shopId)
      .where('deleted', '=', 0)
  const spellings = phoneToSpellings(countryCode, phone)
  if (spellings.length === 0) return []
  const main = await select()
    .where('phone', 'in', spellings)
    .where('country_code', '=', countryCode)
    .orderBy('created_at')
    .orderBy('id')
    .limit(ownersMax)
    .execute()
  const alternate = await select()
    .where('alternate_phone', 'in', spellings)
    .where('alternate_country_code', '=', countryCode)
    .where('alternate_phone_unconfirmed', '=', 0)
    .orderBy('created_at')
    .orderBy('id')
    .limit(ownersMax)
    .execute()
  const ids = new Set(main.map(({ id }) => id))
  return [
    ...main.map(({ phone_unconfirmed, ...owner }) => ({ ...owner, isUnconfirmed: phone_unconfirmed === 1 })),
    ...alternate.filter(({ id }) => !ids.has(id)).map(({ phone_unconfirmed: _, ...owner }) => ({ ...owner, isUnconfirmed: false })),
  ].slice(0, ownersMax)
}

/** The customers to choose from, with just enough of each name to recognize one's own. */
export const ownersToChoices = (owners: readonly { id: string; name: string }[]): PublicCustomer[] => {
  const names = namesToChoices(owners.map(({ name }) => name))
  return owners.map(({ id }, index) => ({ id, name: names[index] ?? '' }))
}
