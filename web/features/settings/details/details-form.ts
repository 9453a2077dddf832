import { z } from 'zod'
import { profileFields, type ProfileUpdate } from '#schema/api/shop/shop-profile.ts'
import { languages } from '#schema/language/compiled/languages.ts'
import type { ShopProfile } from '#schema/rules/shop/profile.ts'
import { toOwnAddress } from '#schema/rules/shop/shop-address.ts'
import { checkedBy } from '#web/forms/checked-by.ts'

const textNames = [
  'street',
  'postalCode',
  'city',
  'region',
  'country',
  'address',
  'phone',
  'email',
  'website',
  'taxId',
  'currency',
  'locale',
  'language',
  'timeZone',
  'countryCode',
  'ticketPrefix',
  'terms',
  'receiptFooter',
  'openingHours',
  'receiptPaper',
  'invoiceFormat',
  'creditNoteFormat',
  'paymentLink',
  'iban',
  'bankName',
] as const
const numberNames = ['labelWidthMm', 'labelHeightMm', 'keepInvoicesYears'] as const
const switchNames = ['photosOn', 'signatureOn', 'passcodeOn', 'showPriceToCustomer'] as const

const ownNames = ['terms', 'receiptFooter'] as const
/** 'terms-de': a text for customers who read another language than the shop writes. */
export const toOtherName = <Name extends (typeof ownNames)[number], L extends (typeof languages)[number]>(name: Name, language: L) =>
  `${name}-${language}` as const
const otherNames = languages.flatMap((language) => ownNames.map((name) => toOtherName(name, language)))

type OtherName = (typeof otherNames)[number]
type TextName = (typeof textNames)[number]
type NumberName = (typeof numberNames)[number]
type SwitchName = (typeof switchNames)[number]

export type DetailsForm = Record<TextName | NumberName | OtherName, string> & Record<SwitchName, boolean>

/** Accepts a decimal point or comma; NaN for other text, which fails validation. */
const typedToNumber = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed.trim().replace(',', '.')))

const typedNumber = (schema: z.ZodType) =>
  z.string().superRefine((typed, context) => {
    const { error } = schema.safeParse(typedToNumber(typed))
    for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message })
  })

const mapNames = <Name extends string, Value>(names: readonly Name[], toValue: (name: Name) => Value): Record<Name, Value> =>
  Object.fromEntries(names.map((name) => [name, toValue(name)])) as Record<Name, Value>

export const detailsSchema = z.object({
  ...mapNames(textNames, (name) => checkedBy(profileFields[name])),
  ...mapNames(otherNames, () => checkedBy(profileFields.terms)),
  ...mapNames(numberNames, (name) => typedNumber(profileFields[name])),
  ...mapNames(switchNames, () => z.boolean()),
})

export const profileToForm = (profile: ShopProfile): DetailsForm => ({
  ...mapNames(textNames, (name) => profile[name] ?? ''),
  address: toOwnAddress(profile.address, profile) ?? '',
  ...toOtherTexts((language, name) => profile.otherTexts[language]?.[name] ?? ''),
  ...mapNames(numberNames, (name) => String(profile[name])),
  ...mapNames(switchNames, (name) => profile[name]),
})

/** Only changed fields, since another user may have changed the rest. */
export function formToUpdate(form: DetailsForm, stored: ShopProfile): ProfileUpdate {
  const before = profileToForm(stored)
  const changed = Object.entries(form).filter(([name, value]) => value !== before[name as keyof DetailsForm])
  const [others, own] = [changed.filter(([name]) => isOther(name)), changed.filter(([name]) => !isOther(name))]
  const update: ProfileUpdate = Object.fromEntries(own.map(([name, value]) => [name, isNumber(name) ? typedToNumber(String(value)) : value]))
  if (others.length === 0) return update
  const toTexts = (language: (typeof languages)[number]) => mapNames(ownNames, (name) => form[toOtherName(name, language)])
  return { ...update, otherTexts: mapNames(languages, toTexts) }
}

const toOtherTexts = (read: (language: (typeof languages)[number], name: (typeof ownNames)[number]) => string) =>
  Object.fromEntries(languages.flatMap((language) => ownNames.map((name) => [toOtherName(name, language), read(language, name)]))) as Record<OtherName, string>

const isOther = (name: string): boolean => (otherNames as readonly string[]).includes(name)

const isNumber = (name: string): boolean => (numberNames as readonly string[]).includes(name)
