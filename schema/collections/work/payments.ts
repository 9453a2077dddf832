import { defineCollection, type DocumentOf } from '../../collection.ts'
import { optionalChoice } from '../../choice-fields.ts'
import { amount, flag, optionalReference, optionalText, reference } from '../../fields.ts'
import { isRefund, paymentKinds, paymentMethods } from '../../values/payments/payment-kind.ts'

/** Money received or refunded (`kind`), stored positive. `refundOf`: the payment that a refund gives back. */
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
    method: optionalChoice('Method', paymentMethods),
    kind: optionalChoice('Kind', paymentKinds),
    refundOf: optionalReference('Refunded payment', 'payments', { onParentDelete: { action: 'keep' } }),
    /** The till into which it went. */
    tillDayId: optionalReference('Till', 'till_days', { onParentDelete: { action: 'keep' } }),
  },
  access: { read: 'member', create: 'member', update: 'member', delete: 'member' },
  audit: { noun: 'payment', titleField: 'paymentAmount', nounOf: (row) => (isRefund(row) ? 'refund' : 'payment') },
  createdAtEditable: true,
  localIndexes: [['shopId', 'createdAt'], ['orderId']],
})

export type Payment = DocumentOf<typeof payments>
