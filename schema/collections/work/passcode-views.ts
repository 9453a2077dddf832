import { defineCollection } from '../../collection.ts'
import { reference } from '../../fields.ts'

/**
 * Somebody looked at an order's passcode. The server writes the activity and keeps a tombstone: the row lives only on
 * the
 * device that made it, until that is answered.
 */
export const passcodeViews = defineCollection({
  name: 'passcode_views',
  fields: {
    orderId: reference('Order', 'orders', { required: 'Order ID is required', onParentDelete: { action: 'keep' } }),
  },
  access: { read: 'member', create: 'member', update: 'nobody', delete: 'nobody' },
  audit: { noun: 'look at a passcode', titleField: 'orderId' },
})
