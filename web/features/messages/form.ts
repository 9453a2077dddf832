import { messages } from '#schema/collections/work/messages.ts'
import { messageChannels, type MessageChannel } from '#schema/values/messages/message-kinds.ts'
import { defineForm, type FormOf } from '#web/forms/define-form.ts'

export const messageForm = defineForm(messages, {
  channel: { empty: 'sms' },
  to: {},
  subject: {},
  text: { inputLabel: 'Message' },
  anyHour: { label: 'At night too', inputLabel: 'Send it at night too' },
})

export type MessageForm = FormOf<typeof messageForm>

/** An answer to what a customer wrote. */
export const replyForm = defineForm(messages, { text: { inputLabel: 'Your answer' } })

export type ReplyForm = FormOf<typeof replyForm>

export const replyDraftKey = (orderId: string): string => `message-reply/${orderId}`

export const estimateMessageDraftKey = (estimateId: string): string => `message-estimate/${estimateId}`

export const invoiceMessageDraftKey = (invoiceId: string): string => `message-invoice/${invoiceId}`

export const messageDraftKey = (orderId: string): string => `message-add/${orderId}`

export const channelToText: Readonly<Record<MessageChannel, string>> = { sms: 'Text message', email: 'E-mail' }

export const channelChoices = messageChannels.map((value) => ({ value, label: channelToText[value] }))
