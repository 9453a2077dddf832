export const messageChannels = ['sms', 'email'] as const
/** 'portal': from customer to shop, on the order's page. */
export const storedChannels = [...messageChannels, 'portal'] as const
export const messageModes = ['off', 'ask', 'send'] as const
export const messageStates = ['waiting', 'sent', 'failed', 'cancelled', 'received', 'read'] as const
/**
 * `status`: by the server, when a status was set; `reminder`: by the server, days after something that is still open; `person`: written or
 * confirmed by a user; `customer`: written by the customer.
 */
export const messageCauses = ['person', 'status', 'customer', 'reminder'] as const
/** What a shop reminds of: a repair in status Fixed, an estimate without an answer, a balance after the order was picked up. */
export const reminderKinds = ['not-picked-up', 'estimate-unanswered', 'balance-open'] as const

export type MessageChannel = (typeof messageChannels)[number]
export type MessageMode = (typeof messageModes)[number]
export type MessageState = (typeof messageStates)[number]
export type ReminderKind = (typeof reminderKinds)[number]
export type MessageCause = (typeof messageCauses)[number]

/** Below the limit of every carrier for multipart messages. */
export const messageTextMax = 1_500
export const messageSubjectMax = 200

/** Separate from the other texts, because devices load it with the first view. */
export const messageStaysText = 'What was said to a customer stays as it is. Write another message.'
