import { defineCollection, type DocumentOf } from '../../collection.ts'
import { amount, flag, optionalText, reference } from '../../fields.ts'

/** Money spent on an order, stored positive. */
export const costs = defineCollection({
  name: 'costs',
  fields: {
    orderId: reference('Order', 'orders', { required: 'Order ID is required', onParentDelete: { action: 'cascade' } }),
    costText: optionalText('Description', { max: 1000 }),
    costAmount: amount('Amount', {
      required: 'Cost amount is required',
      invalid: 'Cost amount must be a valid positive number',
    }),
    afterTax: flag('After tax'),
  },
  access: { read: 'member', create: 'member', update: 'member', delete: 'member' },
  audit: { noun: 'cost', titleField: 'costAmount' },
  createdAtEditable: true,
  localIndexes: [['shopId', 'createdAt'], ['orderId']],
})

export type Cost = DocumentOf<typeof costs>
