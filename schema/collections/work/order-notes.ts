import { defineCollection, type DocumentOf } from '../../collection.ts'
import { longTextMaxLength, optionalReference, reference, text } from '../../fields.ts'

/** What staff write down about an order, each entry with its author. Customers never see it. */
export const orderNotes = defineCollection({
  name: 'order_notes',
  fields: {
    orderId: reference('Order', 'orders', { required: 'Order ID is required', onParentDelete: { action: 'cascade' } }),
    text: text('Note', { required: 'Note is required', max: longTextMaxLength, merge: 'text' }),
    userId: optionalReference('User', 'users', { onParentDelete: { action: 'keep' }, writer: 'server' }),
  },
  access: { read: 'member', create: 'member', update: 'member', delete: 'member' },
  audit: { noun: 'note', titleField: 'text' },
  localIndexes: [['orderId']],
})

export type OrderNote = DocumentOf<typeof orderNotes>
