import type { Language } from '../../language/pick-language.ts'
import type { MessageChannel, MessageMode, ReminderKind } from '../../values/messages/message-kinds.ts'

/** `subject` null: the usual one; a text message has none. */
export type RuleText = { subject: string | null; text: string }

/** `otherTexts`: for customers who read another language than the shop writes. */
export type RuleTexts = RuleText & { otherTexts?: Partial<Record<Language, RuleText>> }

/** The message for a status, on one channel. `off` keeps the text. */
export type StatusRule = RuleTexts & { channel: MessageChannel; orderStatusId: string; mode: MessageMode; reminder?: undefined; afterDays?: undefined }

/** The message that follows `afterDays` days after something that is still open (REMIND-01). */
export type ReminderRule = RuleTexts & {
  channel: MessageChannel
  orderStatusId?: undefined
  mode: Exclude<MessageMode, 'ask'>
  reminder: ReminderKind
  afterDays: number
}

export type MessageRule = StatusRule | ReminderRule

export const reminderDaysMax = 365

export const findRules = <Rule extends Pick<MessageRule, 'orderStatusId' | 'mode'>>(
  rules: readonly Rule[],
  orderStatusId: string,
  mode: MessageMode,
): readonly Rule[] => rules.filter((rule) => rule.orderStatusId === orderStatusId && rule.mode === mode)

export const isReminder = (rule: MessageRule): rule is ReminderRule => rule.reminder !== undefined

export const messageRulesMax = 100
