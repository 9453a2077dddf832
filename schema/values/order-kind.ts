export const orderKinds = ['repair', 'sale'] as const

export type OrderKind = (typeof orderKinds)[number]

export const isSale = ({ kind }: { readonly kind?: unknown }): boolean => kind === 'sale'
