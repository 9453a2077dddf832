import { defineCollection, type DocumentOf } from '../../collection.ts'
import { count, optionalAmount, optionalReference, optionalText, reference, wholeNumber } from '../../fields.ts'

/** A product or a described part of a purchase. What was received is in the product's count. */
export const purchaseLines = defineCollection({
  name: 'purchase_lines',
  fields: {
    purchaseId: reference('Purchase', 'purchases', { required: 'Purchase ID is required', onParentDelete: { action: 'cascade' } }),
    productId: optionalReference('Product', 'products', { onParentDelete: { action: 'keep' } }),
    description: optionalText('Description', { max: 1000 }),
    quantity: wholeNumber('Quantity', { required: 'Quantity is required', invalid: 'Quantity must be a whole number from 1', min: 1 }),
    /** So far. Two devices that receive at one time add up. */
    received: count('Received', { invalid: 'Received must be a whole number from 0', initial: 0, merge: 'sum' }),
    unitCost: optionalAmount('Unit cost', { invalid: 'Unit cost must be a valid positive number' }),
    /** The repair that waits for it. */
    orderLineId: optionalReference('Line of an order', 'order_lines', { onParentDelete: { action: 'keep' } }),
  },
  access: { read: 'member', create: 'member', update: 'member', delete: 'member' },
  audit: {
    noun: 'line of a purchase',
    titleField: 'description',
    titleOf: ({ description, quantity }) => (typeof description === 'string' ? description : `${String(quantity)} pieces`),
  },
  localIndexes: [['purchaseId']],
})

export type PurchaseLine = DocumentOf<typeof purchaseLines>
