export const messageChannels = ['sms', 'email'] as const
export const messageModes = ['off', 'ask', 'send'] as const
export const messageStates = ['waiting', 'sent', 'failed', 'cancelled'] as const
/** `status`: made by the server as the shop's rule for a status says; `person`: somebody wrote or confirmed it. */
export const messageCauses = ['person', 'status'] as const

export type MessageChannel = (typeof messageChannels)[number]
export type MessageMode = (typeof messageModes)[number]
export type MessageState = (typeof messageStates)[number]
export type MessageCause = (typeof messageCauses)[number]

/** Below what every carrier takes as one message of several parts. */
export const messageTextMax = 1_500
export const messageSubjectMax = 200
