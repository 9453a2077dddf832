import { defineCollection, type DocumentOf } from '../../collection.ts'
import { amount, flag, optionalText, reference } from '../../fields.ts'

/** Money received for an order, stored positive (DATA-08). */
export const payments = defineCollection({
  name: 'payments',
  fields: {
    orderId: reference('Order', 'orders', { required: 'Order ID is required', onParentDelete: { action: 'cascade' } }),
    paymentText: optionalText('Description', { max: 1000 }),
    paymentAmount: amount('Amount', {
      required: 'Payment amount is required',
      invalid: 'Payment amount must be a valid positive number',
    }),
    afterTax: flag('After tax'),
  },
  access: { read: 'member', create: 'member', update: 'member', delete: 'member' },
  audit: { noun: 'payment', titleField: 'paymentAmount' },
  createdAtEditable: true,
  localIndexes: [['shopId', 'createdAt'], ['orderId']],
})

export type Payment = DocumentOf<typeof payments>
