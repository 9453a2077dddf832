import { defineCollection, type DocumentOf } from '../collection.ts'
import { longTextMaxLength, optionalReference, text } from '../fields.ts'

/** The audit log (DATA-14). Only the server writes it, one entry per accepted act (AMB-113). */
export const activities = defineCollection({
  name: 'activities',
  fields: {
    userId: optionalReference('User', 'users', { onParentDelete: { action: 'keep' }, writer: 'server' }),
    auditText: text('Text', { required: 'Activity text is required', max: longTextMaxLength, writer: 'server' }),
  },
  access: { read: 'view_activity', create: 'nobody', update: 'nobody', delete: 'nobody' },
  audit: { noun: 'activity', titleField: 'auditText' },
})

export type Activity = DocumentOf<typeof activities>
