/** Ways on which a shop writes. */
export const messageChannels = ['sms', 'email'] as const
/** And the one on which its customers do: the page of their order. */
export const storedChannels = [...messageChannels, 'portal'] as const
export const messageModes = ['off', 'ask', 'send'] as const
export const messageStates = ['waiting', 'sent', 'failed', 'cancelled', 'received', 'read'] as const
/** `status`: made by the server as the shop's rule for a status says; `person`: somebody wrote or confirmed it; `customer`: they wrote it. */
export const messageCauses = ['person', 'status', 'customer'] as const

export type MessageChannel = (typeof messageChannels)[number]
export type MessageMode = (typeof messageModes)[number]
export type MessageState = (typeof messageStates)[number]
export type MessageCause = (typeof messageCauses)[number]

/** Below what every carrier takes as one message of several parts. */
export const messageTextMax = 1_500
export const messageSubjectMax = 200

/** Apart from the other words, since devices know it with the first view. */
export const messageStaysText = 'What was said to a customer stays as it is. Write another message.'
