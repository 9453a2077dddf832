import type { ProfileUpdate } from '#schema/api/shop/shop-profile.ts'
import type { ShopProfile, ShownProfile } from '#schema/rules/shop/profile.ts'
import { listMemberIds } from '../../queries/people/memberships.ts'
import { findShopProfile, readSetFields } from '../../queries/shop-profiles.ts'
import type { Services } from '../../services.ts'
import { administer, changesToText, givenOnly } from '../administration/administer.ts'
import { assertFound } from '../administration/assert-found.ts'

/** Changes the given fields of a shop's profile; members' devices reload it. */
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
    // Stored in `shops`, which order reads join. Former prefixes still find their orders.
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

/** Drops the read-only fields. */
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

/** Fields whose values activities show. Multi-line texts and contact data are only named. */
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
