import { defineServerTable } from '../../collection.ts'
import { optionalReference, optionalText, serverInstant, serverInteger, text } from '../../fields.ts'

const keep = { action: 'keep' } as const

/** The security log, apart from the activities of the shops: it outlives shops and says nothing of customers. */
export const securityEvents = defineServerTable({
  name: 'security_events',
  fields: {
    kind: text('Kind', { required: 'Kind is required', max: 40 }),
    /** Time of the first of `times` equal events. */
    createdAt: serverInstant('Happened'),
    lastAt: serverInstant('Happened last'),
    /** Repeated failures of one login and address share a row. */
    times: serverInteger('Times', 1),
    /** The acting user, where they are known. */
    userId: optionalReference('User', 'users', { onParentDelete: keep, writer: 'server' }),
    /** As it was typed at sign-in. */
    loginId: optionalText('Login ID', { max: 200, writer: 'server' }),
    address: optionalText('Address', { max: 64, writer: 'server' }),
    /** The affected user. */
    subjectUserId: optionalReference('Person', 'users', { onParentDelete: keep, writer: 'server' }),
    shopId: optionalReference('Shop', 'shops', { onParentDelete: keep, writer: 'server' }),
    detail: optionalText('Detail', { max: 300, writer: 'server' }),
  },
})
