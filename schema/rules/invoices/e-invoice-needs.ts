/** What an e-invoice says of each side; whatever else it says may be left out. */
const needed = {
  seller: [
    ['name', 'name'],
    ['street', 'street'],
    ['postalCode', 'postal code'],
    ['city', 'city'],
    ['country', 'country'],
    ['taxId', 'tax ID'],
  ],
  buyer: [
    ['name', 'name'],
    ['street', 'street'],
    ['postalCode', 'postal code'],
    ['city', 'city'],
    ['country', 'country'],
  ],
} as const

type Seller = Partial<Record<(typeof needed)['seller'][number][0], string | null>>
type Buyer = Partial<Record<(typeof needed)['buyer'][number][0] | 'taxId', string | null>>

export type EInvoiceNeed = { path: string; message: string }

export const eInvoiceTexts = {
  draft: 'This is a draft. Issue it first.',
  reverseTaxId: "The buyer's tax ID is missing: with reverse charge an e-invoice names it.",
} as const

/** What an issued document lacks for an e-invoice by EN 16931, one sentence each. `lines`: as the document holds them. */
export function findEInvoiceNeeds({
  seller,
  buyer,
  lines,
}: {
  seller: Seller | null
  buyer: Buyer | null
  lines: readonly { category: string }[]
}): EInvoiceNeed[] {
  const needs = [
    ...needed.seller.filter(([field]) => isEmpty(seller?.[field])).map(([field, noun]) => toNeed('seller', field, noun)),
    ...needed.buyer.filter(([field]) => isEmpty(buyer?.[field])).map(([field, noun]) => toNeed('buyer', field, noun)),
  ]
  const isReverse = lines.some(({ category }) => category === 'reverse')
  if (isReverse && isEmpty(buyer?.taxId)) needs.push({ path: 'buyer.taxId', message: eInvoiceTexts.reverseTaxId })
  return needs
}

const toNeed = (side: string, field: string, noun: string): EInvoiceNeed => ({ path: `${side}.${field}`, message: `The ${side}'s ${noun} is missing.` })

const isEmpty = (text: string | null | undefined): boolean => (text ?? '').trim() === ''
