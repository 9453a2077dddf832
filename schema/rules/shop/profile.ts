import { defaultLanguage, type Language } from '../../language/pick-language.ts'
import type { TaxMode } from '../../values/taxes/tax-rate.ts'

/** A shop's profile. Without zod, since devices and the customers' page load it. */

export const receiptPapers = ['A4', 'letter', '80mm', '58mm'] as const

export type ReceiptPaper = (typeof receiptPapers)[number]

export type ShopProfile = {
  street: string | null
  postalCode: string | null
  city: string | null
  region: string | null
  /** ISO 3166-1 alpha-2. */
  country: string | null
  /** Several lines. Where the shop writes none, it is made of the parts above: `schema/rules/shop/shop-address.ts`. */
  address: string | null
  phone: string | null
  email: string | null
  website: string | null
  taxId: string | null
  taxMode: TaxMode
  /** ISO 4217. */
  currency: string
  /** BCP 47: how numbers and dates are written. */
  locale: string
  /** The language of papers and messages, unless the customer's card names another. */
  language: Language
  /** IANA name; null until set, then days follow the reader's zone. */
  timeZone: string | null
  /** Default for phones typed without one. */
  countryCode: string
  ticketPrefix: string
  terms: string | null
  receiptFooter: string | null
  otherTexts: OtherTexts
  openingHours: string | null
  labelWidthMm: number
  labelHeightMm: number
  receiptPaper: ReceiptPaper
  photosOn: boolean
  signatureOn: boolean
  passcodeOn: boolean
  /** `schema/rules/shop/number-format.ts` */
  invoiceFormat: string
  creditNoteFormat: string
  /** How long invoices keep the customer's name and address, also when the customer is erased. */
  keepInvoicesYears: number
  /** Of repairs that say nothing of it; 0: none. */
  warrantyDays: number
  /** `schema/rules/shop/payment-link.ts` */
  paymentLink: string | null
  /** Without blanks. */
  iban: string | null
  bankName: string | null
  /** On the page of an order that its customer opens. */
  showPriceToCustomer: boolean
  /** Whether anybody may open the shop's price list. */
  publicPrices: boolean
}

/** What a shop writes on papers, for customers who read another language than its own. */
export type OtherTexts = Partial<Record<Language, OwnTexts>>

export type OwnTexts = Pick<ShopProfile, 'terms' | 'receiptFooter'>

type WrittenTexts = Pick<ShopProfile, 'language' | 'terms' | 'receiptFooter' | 'otherTexts'>

/** The shop's own words for a reader of this language, each the usual one where it wrote none. */
export function toOwnTexts({ language: own, terms, receiptFooter, otherTexts }: WrittenTexts, language: Language): OwnTexts {
  const other = language === own ? undefined : otherTexts[language]
  return { terms: other?.terms ?? terms, receiptFooter: other?.receiptFooter ?? receiptFooter }
}

export type ShopLogo = { sha256: string; mimeType: LogoType }

export type ShownProfile = ShopProfile & {
  /** The shop's zone, else the server's. */
  effectiveTimeZone: string
  logo: ShopLogo | null
}

export const defaultCurrency = 'USD'
export const defaultLocale = 'en-US'

export const shopTextMax = 255
/** Holds the parts of an address at their longest. */
export const addressMax = 500
export const keepInvoicesMaxYears = 30
export const openingHoursMax = 500
export const longShopTextMax = 5_000
export const labelMinMm = 10
export const labelMaxMm = 200
export const ticketPrefixMax = 6

export const logoTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

export type LogoType = (typeof logoTypes)[number]

export const isLogoType = (type: string): type is LogoType => (logoTypes as readonly string[]).includes(type)

export const logoMaxBytes = 200_000

export const logoTexts = {
  tooLarge: 'A logo can have up to 200 kB. Choose a smaller picture.',
  unsupported: 'A logo must be a PNG, JPEG or WebP picture.',
  missing: 'This shop has no logo.',
} as const

/** Set when the shop is created; 'S' for a code without letters. */
export const codeToTicketPrefix = (shopCode: string): string => `${/[a-z]/i.exec(shopCode)?.[0].toUpperCase() ?? 'S'}-`

export const defaultProfile = (shopCode: string): ShopProfile => ({
  street: null,
  postalCode: null,
  city: null,
  region: null,
  country: null,
  address: null,
  phone: null,
  email: null,
  website: null,
  taxId: null,
  taxMode: 'none',
  currency: defaultCurrency,
  locale: defaultLocale,
  language: defaultLanguage,
  timeZone: null,
  countryCode: '+1',
  ticketPrefix: codeToTicketPrefix(shopCode),
  terms: null,
  receiptFooter: null,
  otherTexts: {},
  openingHours: null,
  labelWidthMm: 62,
  labelHeightMm: 29,
  receiptPaper: 'A4',
  photosOn: true,
  signatureOn: true,
  passcodeOn: true,
  invoiceFormat: '{YYYY}-{0000}',
  creditNoteFormat: 'CN-{YYYY}-{0000}',
  keepInvoicesYears: 10,
  warrantyDays: 0,
  paymentLink: null,
  iban: null,
  bankName: null,
  showPriceToCustomer: true,
  publicPrices: false,
})

/** The last profile received. Data of older versions lacks it or some fields; defaults fill in. */
export const shopToProfile = ({ code, profile }: { code: string; profile?: Partial<ShownProfile> | undefined }): ShownProfile => ({
  ...defaultProfile(code),
  effectiveTimeZone: profile?.timeZone ?? 'UTC',
  logo: null,
  ...profile,
})

/** Prefixes that tickets of the shop have or had, the current one first. */
export const shopToTicketPrefixes = (
  shop: Parameters<typeof shopToProfile>[0] & { formerTicketPrefixes?: readonly string[] | undefined },
): readonly string[] => [shopToProfile(shop).ticketPrefix, ...(shop.formerTicketPrefixes ?? [])]
