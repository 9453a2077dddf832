import { defineCollection, type DocumentOf } from '../../collection.ts'
import { optionalInstant, optionalText, plainId, reference, wholeNumber } from '../../fields.ts'

/** Pieces of a product that a person counted in one place. The rows of a stock take add up. */
export const stockCounts = defineCollection({
  name: 'stock_counts',
  fields: {
    takeId: plainId('Stock take', { required: 'Stock take ID is required' }),
    area: optionalText('Area', { max: 200 }),
    productId: reference('Product', 'products', { required: 'Product ID is required', onParentDelete: { action: 'keep' } }),
    counted: wholeNumber('Counted', { required: 'Counted is required', invalid: 'Counted must be a whole number from 0', min: 0 }),
    /** Where it is missing, or later than the change that brings it, the time of that change is taken. */
    countedAt: optionalInstant('Counted at'),
    /** Set while the count is in the product's count. */
    appliedAt: optionalInstant('Applied at', { writer: 'server' }),
  },
  access: { read: 'member', create: 'member', update: 'member', delete: 'member' },
  audit: {
    noun: 'stock count',
    titleField: 'area',
    titleOf: ({ area, counted }) => (typeof area === 'string' ? `${String(counted)} in ${area}` : String(counted)),
  },
  localIndexes: [['takeId'], ['shopId', 'createdAt']],
})

export type StockCount = DocumentOf<typeof stockCounts>
