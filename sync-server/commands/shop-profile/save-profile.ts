import type { ProfileUpdate } from '#schema/api/shop/shop-profile.ts'
import type { ShopProfile, ShownProfile } from '#schema/rules/shop/profile.ts'
import { listMemberIds } from '../../queries/people/memberships.ts'
import { findShopProfile, readSetFields } from '../../queries/shop-profiles.ts'
import type { Services } from '../../services.ts'
import { administer, changesToText, givenOnly } from '../administration/administer.ts'
import { assertFound } from '../administration/assert-found.ts'

/** Changes what was sent of a shop's profile and leaves the rest; devices of its members read it anew. */
export async function saveProfile(services: Services, userId: string | null, shopId: string, values: ProfileUpdate): Promise<ShownProfile> {
  return administer(services, userId, async ({ trx, note, affect }) => {
    const before = assertFound(await findShopProfile(trx, shopId), 'Shop')
    const { ticketPrefix, ...given } = givenOnly(values)
    const fields = JSON.stringify({ ...(await readSetFields(trx, shopId)), ...given })
    await trx
      .insertInto('shop_profiles')
      .values({ shop_id: shopId, fields })
      .onConflict((conflict) => conflict.column('shop_id').doUpdateSet({ fields }))
      .execute()
    // Stands with the shop, since orders are read with it; those of before go on finding theirs.
    if (ticketPrefix !== undefined) await trx.updateTable('shops').set({ ticket_prefix: ticketPrefix }).where('id', '=', shopId).execute()
    const after = assertFound(await findShopProfile(trx, shopId), 'Shop')
    const text = changesToText<ShopProfile>(labels, shown, before, toPlain(after))
    if (text !== '') {
      await note(shopId, `Shop details: ${text}`)
      affect(await listMemberIds(trx, [shopId]))
    }
    return after
  })
}

/** Without what a PUT does not change. */
const toPlain = ({ effectiveTimeZone: _zone, logo: _logo, ...profile }: ShownProfile): ShopProfile => profile

const labels: Record<keyof ShopProfile, { label: string }> = {
  address: { label: 'Address' },
  phone: { label: 'Phone' },
  email: { label: 'Email' },
  website: { label: 'Website' },
  taxId: { label: 'Tax ID' },
  currency: { label: 'Currency' },
  locale: { label: 'Language and region' },
  timeZone: { label: 'Time zone' },
  countryCode: { label: 'Country code' },
  ticketPrefix: { label: 'Ticket prefix' },
  terms: { label: 'Terms' },
  receiptFooter: { label: 'Receipt footer' },
  openingHours: { label: 'Opening hours' },
  labelWidthMm: { label: 'Label width' },
  labelHeightMm: { label: 'Label height' },
  receiptPaper: { label: 'Receipt paper' },
  photosOn: { label: 'Photos' },
  signatureOn: { label: 'Signature' },
  passcodeOn: { label: 'Passcode' },
}

/** Texts of many lines and what reaches the shop are named only, as in every entry of the activities. */
const shown: readonly (keyof ShopProfile)[] = [
  'currency',
  'locale',
  'timeZone',
  'countryCode',
  'ticketPrefix',
  'labelWidthMm',
  'labelHeightMm',
  'receiptPaper',
  'photosOn',
  'signatureOn',
  'passcodeOn',
]
