import { defineServerTable } from '../../collection.ts'
import { optionalReference, optionalText, serverInstant, serverInteger, text } from '../../fields.ts'

const keep = { action: 'keep' } as const

/** The security log. Separate from activities: it outlives shops and holds no customer data. */
export const securityEvents = defineServerTable({
  name: 'security_events',
  fields: {
    kind: text('Kind', { required: 'Kind is required', max: 40 }),
    createdAt: serverInstant('Happened'),
    lastAt: serverInstant('Happened last'),
    /** Repeated failures of one login and address share a row. */
    times: serverInteger('Times', 1),
    userId: optionalReference('User', 'users', { onParentDelete: keep, writer: 'server' }),
    loginId: optionalText('Login ID', { max: 200, writer: 'server' }),
    address: optionalText('Address', { max: 64, writer: 'server' }),
    subjectUserId: optionalReference('Person', 'users', { onParentDelete: keep, writer: 'server' }),
    shopId: optionalReference('Shop', 'shops', { onParentDelete: keep, writer: 'server' }),
    detail: optionalText('Detail', { max: 300, writer: 'server' }),
  },
})
