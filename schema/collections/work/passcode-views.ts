import { defineCollection } from '../../collection.ts'
import { reference } from '../../fields.ts'

/**
 * Records that a user viewed an order's passcode. The server writes the activity and stores a tombstone; the row exists
 * only on the device, until the push is answered.
 */
export const passcodeViews = defineCollection({
  name: 'passcode_views',
  fields: {
    orderId: reference('Order', 'orders', { required: 'Order ID is required', onParentDelete: { action: 'keep' } }),
  },
  access: { read: 'member', create: 'member', update: 'nobody', delete: 'nobody' },
  audit: { noun: 'look at a passcode', titleField: 'orderId' },
})
