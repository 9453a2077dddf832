import { z } from 'zod'
import { languages } from '../../language/compiled/languages.ts'
import { boundedText, countryCodeMessage, countryCodeSchema, emailSchema, optionalCountry, optionalText } from '../../fields.ts'
import { toIban } from '../../rules/shop/iban.ts'
import { isNumberFormat, numberFormatMax } from '../../rules/shop/number-format.ts'
import { isPaymentLink, paymentLinkMax } from '../../rules/shop/payment-link.ts'
import {
  addressMax,
  keepInvoicesMaxYears,
  labelMaxMm,
  labelMinMm,
  logoTypes,
  longShopTextMax,
  openingHoursMax,
  receiptPapers,
  shopTextMax,
  ticketPrefixMax,
  type ShopProfile,
  type ShownProfile,
} from '../../rules/shop/profile.ts'
import { warrantyMaxDays } from '../../values/services/warranty-days.ts'
import { taxModes } from '../../values/taxes/tax-rate.ts'
import { isCurrency, toKnownLocale, toKnownTimeZone } from '../../rules/shop/regional.ts'

/** A shop's profile in the API. Devices import only its type, since the checks need zod. */

const textField = (label: string, max = shopTextMax) => optionalText(label, { max }).schema
/** Without a scheme, or with that of the web: anything else could run in a page that links it. */
const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) || !/^[^/?#]*:(?!\d)/.test(text)
/** Several lines; inner blanks are kept. */
const linesField = (label: string, max = longShopTextMax) => optionalText(label, { max, merge: 'text' }).schema

const currencyMessage = 'Currency must be the three letters of a currency, such as USD or EUR'
const localeMessage = 'Language and region must look like en-US or de-DE'
const zoneMessage = 'Time zone must be a name such as Europe/Berlin'
const prefixMessage = `Ticket prefix can have up to ${ticketPrefixMax} of A-Z, 0-9, - and /`
const paperMessage = `Receipt paper must be one of ${receiptPapers.join(', ')}`

/** A text that `read` normalises; it returns null for invalid text. */
const spelled = (message: string, read: (text: string) => string | null) =>
  boundedText(message).transform((text, context) => {
    const spelling = read(text.trim())
    if (spelling !== null) return spelling
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

const currency = spelled(currencyMessage, (text) => (isCurrency(text.toUpperCase()) ? text.toUpperCase() : null)).meta({
  type: 'string',
  maxLength: undefined,
  description: 'ISO 4217',
})

const zone = spelled(zoneMessage, toKnownTimeZone).meta({ type: 'string', maxLength: undefined })

const timeZone = z
  .preprocess((value) => (value === '' ? null : value), zone.nullable())
  .meta({ description: 'IANA name. null: none is set; days are those of the reader, and `effectiveTimeZone` is the zone of the server' })

const millimetres = (label: string) => {
  const message = `${label} must be ${labelMinMm} to ${labelMaxMm} mm`
  return z
    .number({ error: message })
    .min(labelMinMm, { error: message })
    .max(labelMaxMm, { error: message })
    .refine((value) => Math.abs(value * 10 - Math.round(value * 10)) < 1e-9, { error: `${label} must be in whole or tenth millimetres` })
}

const wholeNumber = (label: string, min: number, max: number) => {
  const message = `${label} must be a whole number from ${min} to ${max.toLocaleString('en-US')}`
  return z.int({ error: message }).min(min, { error: message }).max(max, { error: message })
}

const numberFormat = (label: string) => {
  const message = `${label} must hold {0000} once and may hold {YYYY}, beside letters, digits, blanks and . / _ -`
  return boundedText(message)
    .transform((text) => text.trim())
    .refine(isNumberFormat, { error: message })
    .meta({
      type: 'string',
      maxLength: numberFormatMax,
      description: '`{0000}`: the number with as many digits at least. `{YYYY}`: the year, with which the count begins anew',
    })
}

const emptyToNull = (value: unknown): unknown => (typeof value === 'string' && value.trim() === '' ? null : value)

const ownTexts = z.strictObject({
  terms: z.preprocess(emptyToNull, linesField('Terms')).optional(),
  receiptFooter: z.preprocess(emptyToNull, linesField('Receipt footer')).optional(),
})

const otherTexts = z
  .partialRecord(z.enum(languages), ownTexts, { error: 'Texts in other languages must be an object of languages' })
  .transform((given) => {
    const filled = Object.entries(given).map(([language, { terms = null, receiptFooter = null }]) => [language, { terms, receiptFooter }] as const)
    return Object.fromEntries(filled.filter(([, { terms, receiptFooter }]) => (terms ?? receiptFooter) !== null))
  })
  .meta({ description: 'By language, for customers who read it; a text that is missing is the usual one. Replaced as a whole' })

const flag = (label: string) => z.boolean({ error: `${label} must be true or false` })

export const profileFields = {
  street: textField('Street', 200),
  postalCode: textField('Postal code', 20),
  city: textField('City', 100),
  region: textField('State or region', 100),
  country: optionalCountry('Country').schema,
  address: linesField('Address', addressMax).meta({ description: 'Several lines. Where none is written, it is made of the parts of the address' }),
  phone: textField('Phone', 40),
  email: z.preprocess((value) => (value === '' ? null : value), emailSchema('Invalid email format').nullable()),
  website: textField('Website').refine((text) => text === null || isWebAddress(text), { error: 'Website must be a web address' }),
  taxId: textField('Tax ID', 100),
  taxMode: z.enum(taxModes, { error: `Tax mode must be one of ${taxModes.join(', ')}` }),
  currency,
  locale: spelled(localeMessage, toKnownLocale).meta({ type: 'string', maxLength: undefined, description: 'BCP 47' }),
  language: z.enum(languages, { error: `Language must be one of ${languages.join(', ')}` }),
  timeZone,
  countryCode: countryCodeSchema(countryCodeMessage),
  ticketPrefix: boundedText(prefixMessage)
    .transform((text) => text.trim().toUpperCase())
    .refine((text) => new RegExp(`^[A-Z0-9/-]{0,${ticketPrefixMax}}$`).test(text), { error: prefixMessage })
    .meta({ type: 'string', maxLength: ticketPrefixMax, description: 'In front of ticket numbers; `` for none' }),
  terms: linesField('Terms'),
  receiptFooter: linesField('Receipt footer'),
  otherTexts,
  openingHours: linesField('Opening hours', openingHoursMax),
  labelWidthMm: millimetres('Label width'),
  labelHeightMm: millimetres('Label height'),
  receiptPaper: z.enum(receiptPapers, { error: paperMessage }),
  photosOn: flag('Photos'),
  signatureOn: flag('Signature'),
  passcodeOn: flag('Passcode'),
  invoiceFormat: numberFormat('Invoice number'),
  creditNoteFormat: numberFormat('Credit note number'),
  keepInvoicesYears: wholeNumber('Years to keep invoices', 1, keepInvoicesMaxYears),
  warrantyDays: wholeNumber('Warranty days', 0, warrantyMaxDays).meta({ description: 'Of repairs that say nothing of it; 0: none' }),
  paymentLink: textField('Payment link', paymentLinkMax)
    .refine((text) => text === null || isPaymentLink(text), { error: 'Payment link must begin with https:// and may hold {amount} and {ticket}' })
    .meta({ description: 'https; `{amount}` and `{ticket}` are filled in' }),
  iban: z
    .preprocess(emptyToNull, spelled('IBAN is not valid. Please check its digits', toIban).meta({ type: 'string', maxLength: undefined }).nullable())
    .meta({ description: 'Answered without blanks' }),
  bankName: textField('Bank', 100),
  showPriceToCustomer: flag('Prices for customers'),
  publicPrices: flag('Public price list'),
} satisfies Record<keyof ShopProfile, z.ZodType>

const passedOver = (type: string[]) => z.unknown().meta({ type, description: 'Ignored: a profile may be sent back as it was read' })

/** PUT of the profile; absent keys stay unchanged. */
export const profileBody = z
  .strictObject({ ...profileFields, effectiveTimeZone: passedOver(['string']), logo: passedOver(['object', 'null']) })
  .partial()
  .transform(({ effectiveTimeZone: _zone, logo: _logo, ...fields }) => fields)

export type ProfileUpdate = z.output<typeof profileBody>

const sha256Answer = z.string().regex(/^[0-9a-f]{64}$/)

const logoAnswer = z.strictObject({ sha256: sha256Answer, mimeType: z.enum(logoTypes) }).meta({ id: 'ShopLogo' })

export const profileAnswer = z
  .strictObject({
    street: z.string().nullable(),
    postalCode: z.string().nullable(),
    city: z.string().nullable(),
    region: z.string().nullable(),
    country: z.string().nullable(),
    address: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    website: z.string().nullable(),
    taxId: z.string().nullable(),
    taxMode: z.enum(taxModes),
    currency: z.string(),
    locale: z.string(),
    language: z.enum(languages),
    timeZone: z.string().nullable(),
    countryCode: z.string(),
    ticketPrefix: z.string(),
    terms: z.string().nullable(),
    receiptFooter: z.string().nullable(),
    otherTexts: z.partialRecord(z.enum(languages), z.strictObject({ terms: z.string().nullable(), receiptFooter: z.string().nullable() })),
    openingHours: z.string().nullable(),
    labelWidthMm: z.number(),
    labelHeightMm: z.number(),
    receiptPaper: z.enum(receiptPapers),
    photosOn: z.boolean(),
    signatureOn: z.boolean(),
    passcodeOn: z.boolean(),
    invoiceFormat: z.string(),
    creditNoteFormat: z.string(),
    keepInvoicesYears: z.int(),
    warrantyDays: z.int(),
    paymentLink: z.string().nullable(),
    iban: z.string().nullable(),
    bankName: z.string().nullable(),
    showPriceToCustomer: z.boolean(),
    publicPrices: z.boolean(),
    effectiveTimeZone: z.string(),
    logo: logoAnswer.nullable(),
  } satisfies Record<keyof ShownProfile, z.ZodType>)
  .meta({ id: 'ShopProfile' })
