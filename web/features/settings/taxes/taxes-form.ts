import { z } from 'zod'
import { profileFields, type ProfileUpdate } from '#schema/api/shop/shop-profile.ts'
import type { ShopProfile } from '#schema/rules/shop/profile.ts'
import { type TaxMode, taxModes } from '#schema/values/taxes/tax-rate.ts'
import { checkedBy } from '#web/forms/checked-by.ts'

export const taxModeToText: Readonly<Record<TaxMode, string>> = { none: 'None', exclusive: 'Prices without tax', inclusive: 'Prices with tax' }

export const taxModeChoices = taxModes.map((value) => ({ value, label: taxModeToText[value] }))

export type TaxesForm = { country: string; taxMode: TaxMode }

export const taxesSchema: z.ZodType<TaxesForm, TaxesForm> = z.object({
  country: checkedBy(profileFields.country),
  taxMode: z.enum(taxModes),
})

export const profileToTaxes = ({ country, taxMode }: ShopProfile): TaxesForm => ({ country: country ?? '', taxMode })

/** Only changed fields, since another user may have changed the rest. */
export function taxesToUpdate({ country, taxMode }: TaxesForm, stored: ShopProfile): ProfileUpdate {
  const before = profileToTaxes(stored)
  return { ...(country !== before.country && { country }), ...(taxMode !== before.taxMode && { taxMode }) }
}
