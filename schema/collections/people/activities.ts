import { defineCollection, type DocumentOf } from '../../collection.ts'
import { longTextMaxLength, optionalInstant, optionalReference, optionalText, text } from '../../fields.ts'

/** The audit log (DATA-14). Only the server writes it, one entry per accepted mutation (AMB-113). */
export const activities = defineCollection({
  name: 'activities',
  fields: {
    userId: optionalReference('User', 'users', { onParentDelete: { action: 'keep' }, writer: 'server' }),
    auditText: text('Text', { required: 'Activity text is required', max: longTextMaxLength, writer: 'server' }),
    /** When the server heard of a mutation that was done more than a minute before; null: at `createdAt`. */
    arrivedAt: optionalInstant('Arrived', { writer: 'server' }),
    /** What the entry is about, to be opened from the log. No references: an entry outlives what it names. */
    orderId: optionalText('Order', { max: 36, writer: 'server' }),
    customerId: optionalText('Customer', { max: 36, writer: 'server' }),
  },
  access: { read: 'view_activity', create: 'nobody', update: 'nobody', delete: 'nobody' },
  audit: { noun: 'activity', titleField: 'auditText' },
})

export type Activity = DocumentOf<typeof activities>
