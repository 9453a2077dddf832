import { defineCollection, type DocumentOf } from '../../collection.ts'
import { choice } from '../../choice-fields.ts'
import { flag, optionalInstant, optionalReference, optionalText, reference, text } from '../../fields.ts'
import { messageCauses, messageStates, messageStaysText, messageSubjectMax, messageTextMax, storedChannels } from '../../values/messages/message-kinds.ts'
import { mergedFrom } from './merged-from.ts'

const fixed = messageStaysText

/**
 * A message to or from an order's customer. The server sends it; without `to` it uses the customer's address. With an
 * `estimateId` or `invoiceId` it sends that document: its {link} is the document's.
 * `schema/rules/messages/` defines what may change later.
 */
export const messages = defineCollection({
  name: 'messages',
  fields: {
    orderId: { ...reference('Order', 'orders', { required: 'Order ID is required', onParentDelete: { action: 'cascade' } }), fixed },
    customerId: optionalReference('Customer', 'customers', { onParentDelete: { action: 'cascade' } }),
    estimateId: { ...optionalReference('Estimate', 'estimates', { onParentDelete: { action: 'keep' } }), fixed },
    invoiceId: { ...optionalReference('Invoice', 'invoices', { onParentDelete: { action: 'keep' } }), fixed },
    channel: { ...choice('Channel', storedChannels, 'sms'), fixed },
    to: { ...optionalText('To', { max: 200 }), fixed },
    subject: { ...optionalText('Subject', { max: messageSubjectMax }), fixed },
    text: { ...text('Text', { required: 'Text is required', max: messageTextMax }), fixed },
    state: choice('State', messageStates, 'waiting'),
    error: optionalText('Error', { max: 500, writer: 'server' }),
    sentAt: optionalInstant('Sent at', { writer: 'server' }),
    cause: { ...choice('Cause', messageCauses, 'person'), writer: 'server' },
    /** For a message triggered by a status: it is sent only if the order still has that status. */
    orderStatusId: optionalReference('Status', 'order_statuses', { onParentDelete: { action: 'keep' }, writer: 'server' }),
    anyHour: flag('At any hour'),
    mergedFrom: mergedFrom(),
  },
  access: { read: 'member', create: 'member', update: 'member', delete: 'member' },
  audit: {
    noun: 'message',
    titleField: 'to',
    // Without `to`, the server looks up the address when it sends.
    titleOf: ({ to, channel }) => (typeof to === 'string' ? to : channel === 'portal' ? 'from the customer' : 'to the customer'),
  },
  localIndexes: [['orderId'], ['state']],
})

export type Message = DocumentOf<typeof messages>
