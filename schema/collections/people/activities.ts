import { defineCollection, type DocumentOf } from '../../collection.ts'
import { longTextMaxLength, optionalInstant, optionalReference, optionalText, text } from '../../fields.ts'

/** The audit log. Only the server writes it, one entry per accepted mutation. */
export const activities = defineCollection({
  name: 'activities',
  fields: {
    userId: optionalReference('User', 'users', { onParentDelete: { action: 'keep' }, writer: 'server' }),
    auditText: text('Text', { required: 'Activity text is required', max: longTextMaxLength, writer: 'server' }),
    /** Arrival of a mutation that was done more than a minute before; null: it arrived at `createdAt`. */
    arrivedAt: optionalInstant('Arrived', { writer: 'server' }),
    /** The order and customer of the entry, to be opened from the log. No references: an entry outlives them. */
    orderId: optionalText('Order', { max: 36, writer: 'server' }),
    customerId: optionalText('Customer', { max: 36, writer: 'server' }),
  },
  access: { read: 'view_activity', create: 'nobody', update: 'nobody', delete: 'nobody' },
  audit: { noun: 'activity', titleField: 'auditText' },
})

export type Activity = DocumentOf<typeof activities>
