import type { MessageChannel, MessageMode } from '../../values/messages/message-kinds.ts'

/** The message for a status, on one channel. `off` keeps the text. */
export type MessageRule = {
  orderStatusId: string
  channel: MessageChannel
  mode: MessageMode
  subject: string | null
  text: string
}

export const findRules = <Rule extends MessageRule>(rules: readonly Rule[], orderStatusId: unknown, mode: MessageMode): readonly Rule[] =>
  rules.filter((rule) => rule.orderStatusId === orderStatusId && rule.mode === mode)

export const messageRulesMax = 100
