import { z } from 'zod'
import { defineCollection, type DocumentOf } from '../../collection.ts'
import { serverJson } from '../../composed-fields.ts'
import { longTextMaxLength, optionalInstant, optionalReference, optionalText, text } from '../../fields.ts'

/** The audit log: one entry per accepted mutation, written only by the server. */
export const activities = defineCollection({
  name: 'activities',
  fields: {
    userId: optionalReference('User', 'users', { onParentDelete: { action: 'keep' }, writer: 'server' }),
    auditText: text('Text', { required: 'Activity text is required', max: longTextMaxLength, writer: 'server' }),
    /** What `auditText` says in English, as the name of a text and its values (ActivityEntry). */
    kind: optionalText('Kind', { max: 40, writer: 'server' }),
    values: serverJson('Values', z.record(z.string(), z.json())),
    /** Time of arrival, if more than a minute after `createdAt`; else null. */
    arrivedAt: optionalInstant('Arrived', { writer: 'server' }),
    /** Plain ids, not references: an entry outlives its order and customer. */
    orderId: optionalText('Order', { max: 36, writer: 'server' }),
    customerId: optionalText('Customer', { max: 36, writer: 'server' }),
  },
  access: { read: 'view_activity', create: 'nobody', update: 'nobody', delete: 'nobody' },
  audit: { noun: 'activity', titleField: 'auditText' },
})

export type Activity = DocumentOf<typeof activities>
