import { defineCollection, type DocumentOf } from '../../collection.ts'
import { choice } from '../../choice-fields.ts'
import { flag, optionalAmount, optionalInstant, optionalReference, optionalText, optionalWholeNumber, reference, text } from '../../fields.ts'
import { optionalPercent, quantity, signedAmount } from '../../line-fields.ts'
import { warrantyDaysOptions } from '../../values/services/warranty-days.ts'
import { lineKinds } from '../../values/order-lines/line-kind.ts'
import { supplyStates } from '../../values/stock/supply-states.ts'

/** Parts and labour of an order. A `fromStock` line with a product reduces that product's count. */
export const orderLines = defineCollection({
  name: 'order_lines',
  fields: {
    orderId: reference('Order', 'orders', { required: 'Order ID is required', onParentDelete: { action: 'cascade' } }),
    kind: choice('Kind', lineKinds, 'other'),
    productId: optionalReference('Product', 'products', { onParentDelete: { action: 'keep' } }),
    description: text('Description', { required: 'Description is required', max: 1000 }),
    quantity: quantity('Quantity', {
      required: 'Quantity is required',
      invalid: 'Quantity must be a positive number with at most three decimals',
    }),
    /** What goes off, for a discount; negative only for `other`. */
    unitPrice: signedAmount('Unit price', { required: 'Unit price is required', invalid: 'Unit price must be a valid positive number' }),
    unitCost: optionalAmount('Unit cost', { invalid: 'Unit cost must be a valid positive number' }),
    fromStock: flag('From stock'),
    /** In the quote: part of the work, not of the price. */
    included: flag('Included'),
    /** Of a discount: what goes off of what stands above; `unitPrice` is 0 then. */
    percent: optionalPercent('Percent', { invalid: 'Percent must be 0 to 100 with at most four decimals' }),
    /** The sold line of which it takes `quantity` back; then a negative `other`. */
    returnOf: optionalReference('Returned line', 'order_lines', { onParentDelete: { action: 'keep' } }),
    taxRateId: optionalReference('Tax rate', 'tax_rates', { onParentDelete: { action: 'keep' } }),
    /** Where its part is. */
    supply: choice('Supply', supplyStates, 'none'),
    supplierId: optionalReference('Supplier', 'suppliers', { onParentDelete: { action: 'keep' } }),
    expectedAt: optionalInstant('Expected at'),
    /** The supplier's number of the order. */
    reference: optionalText('Reference', { max: 200 }),
    /** The repair of the price list that it was made of. */
    serviceId: optionalReference('Service', 'services', { onParentDelete: { action: 'keep' } }),
    /** Null: the service's, else the shop's. */
    warrantyDays: optionalWholeNumber('Warranty days', warrantyDaysOptions),
  },
  access: { read: 'member', create: 'member', update: 'member', delete: 'member' },
  audit: { noun: 'line', titleField: 'description' },
  localIndexes: [['shopId', 'createdAt'], ['orderId'], ['supply']],
})

export type OrderLine = DocumentOf<typeof orderLines>
