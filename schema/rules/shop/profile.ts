/** What a shop says of itself. Without zod: devices and the customers' page read it. */

export const receiptPapers = ['A4', 'letter', '80mm', '58mm'] as const

export type ReceiptPaper = (typeof receiptPapers)[number]

export type ShopProfile = {
  address: string | null
  phone: string | null
  email: string | null
  website: string | null
  taxId: string | null
  /** ISO 4217. */
  currency: string
  /** BCP 47. */
  locale: string
  /** IANA; null until somebody sets one: days are the reader's until then. */
  timeZone: string | null
  /** In front of phones that are typed without one. */
  countryCode: string
  /** Empty where the shop wants bare numbers. */
  ticketPrefix: string
  terms: string | null
  receiptFooter: string | null
  /** In the shop's own words, a line or some; for its customers. */
  openingHours: string | null
  labelWidthMm: number
  labelHeightMm: number
  receiptPaper: ReceiptPaper
  /** What the counter offers; a shop switches off what it does not use. */
  photosOn: boolean
  signatureOn: boolean
  passcodeOn: boolean
}

/** Names the logo's content: another picture has another hash. */
export type ShopLogo = { sha256: string; mimeType: LogoType }

/** As answered, and as devices hold it. */
export type ShownProfile = ShopProfile & {
  /** The shop's zone, or the server's where none was set. */
  effectiveTimeZone: string
  logo: ShopLogo | null
}

export const defaultCurrency = 'USD'
export const defaultLocale = 'en-US'

export const shopTextMax = 255
export const addressMax = 500
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

/** Fixed when the shop is made; a code without a letter gives the S of shop. */
export const codeToTicketPrefix = (shopCode: string): string => `${/[a-z]/i.exec(shopCode)?.[0].toUpperCase() ?? 'S'}-`

/** What holds for a shop that has set nothing. */
export const defaultProfile = (shopCode: string): ShopProfile => ({
  address: null,
  phone: null,
  email: null,
  website: null,
  taxId: null,
  currency: defaultCurrency,
  locale: defaultLocale,
  timeZone: null,
  countryCode: '+1',
  ticketPrefix: codeToTicketPrefix(shopCode),
  terms: null,
  receiptFooter: null,
  openingHours: null,
  labelWidthMm: 62,
  labelHeightMm: 29,
  receiptPaper: 'A4',
  photosOn: true,
  signatureOn: true,
  passcodeOn: true,
})

/** The profile of a shop as the device last heard it. What an older version stored lacks it, or fields of it: defaults stand there. */
export const shopToProfile = ({ code, profile }: { code: string; profile?: Partial<ShownProfile> | undefined }): ShownProfile => ({
  ...defaultProfile(code),
  effectiveTimeZone: profile?.timeZone ?? 'UTC',
  logo: null,
  ...profile,
})
