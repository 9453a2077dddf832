import type { ProfileUpdate } from '#schema/api/shop/shop-profile.ts'
import type { ShopProfile, ShownProfile } from '#schema/rules/shop/profile.ts'
import { AppError } from '#schema/errors.ts'
import { toOwnAddress } from '#schema/rules/shop/shop-address.ts'
import { tell } from '#schema/rules/text/activity-entry.ts'
import { listMemberIds } from '../../queries/people/memberships.ts'
import { findShopProfile, readSetFields } from '../../queries/shop-profiles.ts'
import type { Services } from '../../services.ts'
import { administer, givenOnly, toChanges } from '../administration/administer.ts'
import { assertFound } from '../administration/assert-found.ts'

/** Changes the given fields of a shop's profile; members' devices reload it. */
export async function saveProfile(services: Services, userId: string | null, shopId: string, values: ProfileUpdate): Promise<ShownProfile> {
  return administer(services, userId, async ({ trx, note, affect }) => {
    const before = assertFound(await findShopProfile(trx, shopId), 'Shop')
    const { ticketPrefix, ...given } = givenOnly(values)
    const set = { ...(await readSetFields(trx, shopId)), ...given }
    if (set.address !== undefined) set.address = toOwnAddress(toOwnAddress(set.address, before), { ...before, ...set })
    assertNumbersDiffer({ ...before, ...set })
    const fields = JSON.stringify(set)
    await trx
      .insertInto('shop_profiles')
      .values({ shop_id: shopId, fields })
      .onConflict((conflict) => conflict.column('shop_id').doUpdateSet({ fields }))
      .execute()
    // Stored in `shops`, which order reads join. Former prefixes still find their orders.
    if (ticketPrefix !== undefined) await trx.updateTable('shops').set({ ticket_prefix: ticketPrefix }).where('id', '=', shopId).execute()
    const after = assertFound(await findShopProfile(trx, shopId), 'Shop')
    const changes = toChanges<ShopProfile>(profileLabels, shown, before, toPlain(after))
    if (changes.length > 0) {
      await note(shopId, tell('shopDetails', { changes }))
      affect(await listMemberIds(trx, [shopId]))
    }
    return after
  })
}

/** @throws AppError VALIDATION where an invoice and a credit note could get one number */
function assertNumbersDiffer({ invoiceFormat, creditNoteFormat }: ShopProfile): void {
  if (invoiceFormat.toLowerCase() !== creditNoteFormat.toLowerCase()) return
  const message = 'Credit note number must differ from the invoice number'
  throw new AppError('VALIDATION', message, { issues: [{ path: 'creditNoteFormat', message }] })
}

/** Drops the read-only fields. */
const toPlain = ({ effectiveTimeZone: _zone, logo: _logo, ...profile }: ShownProfile): ShopProfile => profile

export const profileLabels: Record<keyof ShopProfile, { label: string }> = {
  street: { label: 'Street' },
  postalCode: { label: 'Postal code' },
  city: { label: 'City' },
  region: { label: 'State or region' },
  country: { label: 'Country' },
  address: { label: 'Address' },
  phone: { label: 'Phone' },
  email: { label: 'Email' },
  website: { label: 'Website' },
  taxId: { label: 'Tax ID' },
  taxMode: { label: 'Prices and tax' },
  currency: { label: 'Currency' },
  locale: { label: 'Language and region' },
  language: { label: 'Language' },
  timeZone: { label: 'Time zone' },
  countryCode: { label: 'Country code' },
  ticketPrefix: { label: 'Ticket prefix' },
  terms: { label: 'Terms' },
  receiptFooter: { label: 'Receipt footer' },
  otherTexts: { label: 'Texts in other languages' },
  openingHours: { label: 'Opening hours' },
  labelWidthMm: { label: 'Label width' },
  labelHeightMm: { label: 'Label height' },
  receiptPaper: { label: 'Receipt paper' },
  photosOn: { label: 'Photos' },
  signatureOn: { label: 'Signature' },
  passcodeOn: { label: 'Passcode' },
  invoiceFormat: { label: 'Invoice number' },
  creditNoteFormat: { label: 'Credit note number' },
  keepInvoicesYears: { label: 'Years to keep invoices' },
  warrantyDays: { label: 'Warranty days' },
  paymentLink: { label: 'Payment link' },
  iban: { label: 'IBAN' },
  bankName: { label: 'Bank' },
  showPriceToCustomer: { label: 'Prices for customers' },
  publicPrices: { label: 'Public price list' },
}

/** Fields whose values activities show. Multi-line texts and contact data are only named. */
const shown: readonly (keyof ShopProfile)[] = [
  'currency',
  'taxMode',
  'locale',
  'language',
  'timeZone',
  'countryCode',
  'ticketPrefix',
  'labelWidthMm',
  'labelHeightMm',
  'receiptPaper',
  'photosOn',
  'signatureOn',
  'passcodeOn',
  'invoiceFormat',
  'creditNoteFormat',
  'keepInvoicesYears',
  'warrantyDays',
  'showPriceToCustomer',
  'publicPrices',
]
