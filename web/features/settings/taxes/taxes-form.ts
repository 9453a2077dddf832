import { z } from 'zod'
import { profileFields, type ProfileUpdate } from '#schema/api/shop/shop-profile.ts'
import type { ShopProfile } from '#schema/rules/shop/profile.ts'
import { type TaxMode, taxModes } from '#schema/values/taxes/tax-rate.ts'
import { checkedBy } from '#web/forms/checked-by.ts'
import { t } from '../shops/settings-shop-texts.ts'

export const taxModeToText: Readonly<Record<TaxMode, string>> = {
  none: t.taxes.modes.none(),
  exclusive: t.taxes.modes.exclusive(),
  inclusive: t.taxes.modes.inclusive(),
}

/** 'Prices with VAT 20%'. */
export const taxModeWithRate = (mode: TaxMode, rate: string): string => (mode === 'none' ? taxModeToText.none : t.taxes.withRate[mode]({ rate }))

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
