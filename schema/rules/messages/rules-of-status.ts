import type { MessageChannel, MessageMode } from '../../values/messages/message-kinds.ts'

/** What a shop says at a status, on one channel. `off` keeps the text for later. */
export type MessageRule = {
  orderStatusId: string
  channel: MessageChannel
  mode: MessageMode
  subject: string | null
  text: string
}

/** The rules that hold for an order which has just got the status. */
export const findRules = <Rule extends MessageRule>(rules: readonly Rule[], orderStatusId: unknown, mode: MessageMode): readonly Rule[] =>
  rules.filter((rule) => rule.orderStatusId === orderStatusId && rule.mode === mode)

export const messageRulesMax = 100
