import { z } from 'zod'
import type { MessageRuleAnswer } from '#schema/api/sync.ts'
import type { Language } from '#schema/language/pick-language.ts'
import { toSuggestedSubject, toSuggestedText } from '#schema/rules/messages/suggested-texts.ts'
import type { MessageRule } from '#schema/rules/messages/rules-of-status.ts'
import { orderStatuses, orderStatusIdByName } from '#schema/values/order-status.ts'
import {
  messageChannels,
  messageModes,
  messageSubjectMax,
  messageTextMax,
  type MessageChannel,
  type MessageMode,
} from '#schema/values/messages/message-kinds.ts'
import { messageTexts } from '#schema/values/messages/message-texts.ts'
import { findUnknownPlaceholder, placeholders } from '#schema/values/messages/placeholders.ts'

/** One form for all rules: field names combine status and channel. */
export type RulesForm = Record<string, string>

type Part = 'mode' | 'subject' | 'text'

export const toRuleField = (orderStatusId: string, channel: MessageChannel, part: Part): string => `${orderStatusId}_${channel}_${part}`

const places = orderStatuses.flatMap(({ id }) => messageChannels.map((channel) => ({ orderStatusId: id, channel })))

export function rulesToForm(rules: readonly MessageRuleAnswer[]): RulesForm {
  return Object.fromEntries(
    places.flatMap(({ orderStatusId, channel }) => {
      const rule = rules.find((one) => one.orderStatusId === orderStatusId && one.channel === channel)
      return [
        [toRuleField(orderStatusId, channel, 'mode'), rule?.mode ?? 'off'],
        [toRuleField(orderStatusId, channel, 'subject'), rule?.subject ?? ''],
        [toRuleField(orderStatusId, channel, 'text'), rule?.text ?? ''],
      ]
    }),
  )
}

/** Skips a rule without text and action. */
export const formToRules = (form: RulesForm): MessageRule[] =>
  places.flatMap(({ orderStatusId, channel }) => {
    const read = (part: Part): string => (form[toRuleField(orderStatusId, channel, part)] ?? '').trim()
    const [mode, subject, text] = [toMode(read('mode')), read('subject'), read('text')]
    return mode === 'off' && text === '' ? [] : [{ orderStatusId, channel, mode, subject: channel === 'email' && subject !== '' ? subject : null, text }]
  })

const toMode = (text: string): MessageMode => messageModes.find((mode) => mode === text) ?? 'off'

const known = placeholders.map((name) => `{${name}}`).join(', ')

export const rulesSchema: z.ZodType<RulesForm, RulesForm> = z.record(z.string(), z.string()).superRefine((form, context) => {
  const add = (field: string, message: string): void => context.addIssue({ code: 'custom', path: [field], message })
  for (const { orderStatusId, channel } of places) {
    const isOn = toMode(form[toRuleField(orderStatusId, channel, 'mode')] ?? '') !== 'off'
    for (const [part, max, needed] of [
      ['subject', messageSubjectMax, channel === 'email' ? messageTexts.subjectNeeded : undefined],
      ['text', messageTextMax, 'Text is required'],
    ] as const) {
      const field = toRuleField(orderStatusId, channel, part)
      const typed = form[field] ?? ''
      const unknown = findUnknownPlaceholder(typed)
      if (isOn && needed !== undefined && typed.trim() === '') add(field, needed)
      else if (unknown !== undefined) add(field, `There is no {${unknown}}. Use ${known}.`)
      else if (typed.length > max) add(field, `At most ${max} characters`)
    }
  }
})

/** The four that most shops send: taken in, a question, a delay, ready. */
const recommendedStatuses = ['Dropped Off', 'Waiting For Approval', 'Waiting For Part', 'Fixed'] as const

/** The recommended messages that the shop has no rule for, on one channel. */
export const listRecommended = (rules: readonly MessageRule[], channel: MessageChannel, language: Language): MessageRule[] =>
  recommendedStatuses
    .map((name) => ({ name, orderStatusId: orderStatusIdByName[name] }))
    .filter(({ orderStatusId }) => !rules.some((rule) => rule.orderStatusId === orderStatusId && rule.mode !== 'off'))
    .map(({ name, orderStatusId }) => ({
      orderStatusId,
      channel,
      mode: 'send',
      subject: channel === 'email' ? toSuggestedSubject(language) : null,
      text: toSuggestedText(name, language),
    }))

export const recommendedText = recommendedStatuses.join(', ')

export const modeToText: Readonly<Record<MessageMode, string>> = { off: 'Off', ask: 'Ask me each time', send: 'Send by itself' }

/** "Text message: send by itself"; '' when all are off. */
export function describeRules(form: RulesForm, orderStatusId: string): string {
  const on = messageChannels.flatMap((channel) => {
    const mode = toMode(form[toRuleField(orderStatusId, channel, 'mode')] ?? '')
    return mode === 'off' ? [] : [`${channel === 'sms' ? 'Text message' : 'E-mail'}: ${modeToText[mode].toLowerCase()}`]
  })
  return on.join(' · ')
}
