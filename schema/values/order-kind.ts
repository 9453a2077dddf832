export const orderKinds = ['repair', 'sale'] as const

export type OrderKind = (typeof orderKinds)[number]

export const isSale = ({ kind }: { readonly kind?: unknown }): boolean => kind === 'sale'

/** What the rows of a sale keep, whatever language the seller reads. */
export const soldWords = { issue: 'Sale', discount: 'Discount', returned: 'Returned: ' } as const

type SoldTexts = { discount: () => string; returned: (values: { item: string }) => string }

/** The description of a line with these words in the reader's language. */
export const soldToText = (description: string, texts: SoldTexts): string =>
  description
    .replace(/^Returned: (.*)/s, (_, item: string) => texts.returned({ item: soldToText(item, texts) }))
    .replace(/^Discount(?= \(\d|$)/, texts.discount)
