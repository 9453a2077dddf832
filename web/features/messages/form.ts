import { messages } from '#schema/collections/work/messages.ts'
import { messageChannels, type MessageChannel } from '#schema/values/messages/message-kinds.ts'
import { defineForm, type FormOf } from '#web/forms/define-form.ts'
import { t } from './messaging-texts.ts'

export const messageForm = defineForm(messages, {
  channel: { empty: 'sms' },
  to: {},
  subject: {},
  text: { inputLabel: t.message() },
  anyHour: { label: t.atNight(), inputLabel: t.sendAtNight() },
})

export type MessageForm = FormOf<typeof messageForm>

/** An answer to what a customer wrote. */
export const replyForm = defineForm(messages, { text: { inputLabel: t.yourAnswer() } })

export type ReplyForm = FormOf<typeof replyForm>

export const replyDraftKey = (orderId: string): string => `message-reply/${orderId}`

export const estimateMessageDraftKey = (estimateId: string): string => `message-estimate/${estimateId}`

export const invoiceMessageDraftKey = (invoiceId: string): string => `message-invoice/${invoiceId}`

export const messageDraftKey = (orderId: string): string => `message-add/${orderId}`

export const channelToText: Readonly<Record<MessageChannel, string>> = { sms: t.channel.sms(), email: t.channel.email() }

export const channelChoices = messageChannels.map((value) => ({ value, label: channelToText[value] }))
