export const orderKinds = ['repair', 'sale'] as const

export type OrderKind = (typeof orderKinds)[number]

export const isSale = ({ kind }: { readonly kind?: unknown }): boolean => kind === 'sale'

/** What the rows of a sale keep, whatever language the seller reads. */
export const soldWords = { issue: 'Sale', discount: 'Discount' } as const
