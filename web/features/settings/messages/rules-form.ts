import { z } from 'zod'
import type { MessageRuleAnswer } from '#schema/api/sync.ts'
import { languages } from '#schema/language/compiled/languages.ts'
import type { Language } from '#schema/language/pick-language.ts'
import { toSuggestedSubject, toSuggestedText } from '#schema/rules/messages/suggested-texts.ts'
import { type MessageRule, reminderDaysMax } from '#schema/rules/messages/rules-of-status.ts'
import { orderStatuses, orderStatusIdByName } from '#schema/values/order-status.ts'
import {
  messageChannels,
  messageModes,
  messageSubjectMax,
  messageTextMax,
  type MessageChannel,
  type MessageMode,
  type ReminderKind,
  reminderKinds,
} from '#schema/values/messages/message-kinds.ts'
import { messageTexts } from '#schema/values/messages/message-texts.ts'
import { findUnknownPlaceholder, placeholders } from '#schema/values/messages/placeholders.ts'
import { t } from './settings-messages-texts.ts'

/** One form for all rules: field names combine status or reminder, channel and part. */
export type RulesForm = Record<string, string>

type WrittenPart = 'subject' | 'text' | `${'subject' | 'text'}-${Language}`

export type Part = 'mode' | 'days' | WrittenPart

/** What a rule is about: a status by its id, or a kind of reminder. */
type Topic = string

export const toRuleField = (topic: Topic, channel: MessageChannel, part: Part): string => `${topic}_${channel}_${part}`

const places = [...orderStatuses.map(({ id }) => id), ...reminderKinds].flatMap((topic) => messageChannels.map((channel) => ({ topic, channel })))

const toReminder = (topic: Topic): ReminderKind | undefined => reminderKinds.find((kind) => kind === topic)

const suggestedDays: Readonly<Record<ReminderKind, number>> = { 'not-picked-up': 7, 'estimate-unanswered': 3, 'balance-open': 14 }

export function rulesToForm(rules: readonly MessageRuleAnswer[]): RulesForm {
  return Object.fromEntries(
    places.flatMap(({ topic, channel }) => {
      const rule = rules.find((one) => (one.orderStatusId ?? one.reminder) === topic && one.channel === channel)
      const reminder = toReminder(topic)
      return [
        [toRuleField(topic, channel, 'mode'), rule?.mode ?? 'off'],
        ...(reminder === undefined ? [] : [[toRuleField(topic, channel, 'days'), String(rule?.afterDays ?? suggestedDays[reminder])]]),
        [toRuleField(topic, channel, 'subject'), rule?.subject ?? ''],
        [toRuleField(topic, channel, 'text'), rule?.text ?? ''],
        ...languages.flatMap((language) => [
          [toRuleField(topic, channel, `subject-${language}`), rule?.otherTexts?.[language]?.subject ?? ''],
          [toRuleField(topic, channel, `text-${language}`), rule?.otherTexts?.[language]?.text ?? ''],
        ]),
      ]
    }),
  )
}

/** Skips a rule without text and action. */
export const formToRules = (form: RulesForm): MessageRule[] =>
  places.flatMap(({ topic, channel }): MessageRule[] => {
    const read = (part: Part): string => (form[toRuleField(topic, channel, part)] ?? '').trim()
    const [mode, subject, text] = [toMode(read('mode')), read('subject'), read('text')]
    if (mode === 'off' && text === '') return []
    const toSubject = (typed: string): string | null => (channel === 'email' && typed !== '' ? typed : null)
    const others = languages.flatMap((language) => {
      const [otherSubject, otherText] = [read(`subject-${language}`), read(`text-${language}`)]
      return otherText === '' ? [] : [[language, { subject: toSubject(otherSubject), text: otherText }] as const]
    })
    const texts = { channel, subject: toSubject(subject), text, ...(others.length > 0 && { otherTexts: Object.fromEntries(others) }) }
    const reminder = toReminder(topic)
    return reminder === undefined
      ? [{ orderStatusId: topic, mode, ...texts }]
      : [{ reminder, afterDays: Number(read('days')), mode: mode === 'ask' ? 'off' : mode, ...texts }]
  })

const toMode = (text: string): MessageMode => messageModes.find((mode) => mode === text) ?? 'off'

const known = placeholders.map((name) => `{${name}}`).join(', ')

export const rulesSchema: z.ZodType<RulesForm, RulesForm> = z.record(z.string(), z.string()).superRefine((form, context) => {
  const add = (field: string, message: string): void => context.addIssue({ code: 'custom', path: [field], message })
  for (const { topic, channel } of places) {
    const isOn = toMode(form[toRuleField(topic, channel, 'mode')] ?? '') !== 'off'
    const days = toRuleField(topic, channel, 'days')
    if (form[days] !== undefined && !isDays(form[days])) add(days, t.reminders.daysNeeded({ most: String(reminderDaysMax) }))
    for (const [part, max, needed] of [
      ['subject', messageSubjectMax, channel === 'email' ? messageTexts.subjectNeeded : undefined],
      ['text', messageTextMax, t.rules.textRequired()],
      ...languages.flatMap((language): [WrittenPart, number, string | undefined][] => {
        const hasSubject = (form[toRuleField(topic, channel, `subject-${language}`)] ?? '').trim() !== ''
        return [
          [`subject-${language}`, messageSubjectMax, undefined],
          [`text-${language}`, messageTextMax, hasSubject ? t.rules.textRequired() : undefined],
        ]
      }),
    ] as [WrittenPart, number, string | undefined][]) {
      const field = toRuleField(topic, channel, part)
      const typed = form[field] ?? ''
      const unknown = findUnknownPlaceholder(typed)
      if (isOn && needed !== undefined && typed.trim() === '') add(field, needed)
      else if (unknown !== undefined) add(field, t.rules.noPlaceholder({ name: `{${unknown}}`, names: known }))
      else if (typed.length > max) add(field, t.rules.atMost({ count: String(max) }))
    }
  }
})

const isDays = (typed: string): boolean => /^\d{1,3}$/.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= reminderDaysMax

/** The four that most shops send: taken in, a question, a delay, ready. */
const recommendedStatuses = [
  orderStatusIdByName['Dropped Off'],
  orderStatusIdByName['Waiting For Approval'],
  orderStatusIdByName['Waiting For Part'],
  orderStatusIdByName.Fixed,
].flatMap((statusId) => orderStatuses.filter(({ id }) => id === statusId))

/** The recommended messages that the shop has no rule for, on one channel. */
export const listRecommended = (rules: readonly MessageRule[], channel: MessageChannel, language: Language): MessageRule[] =>
  recommendedStatuses
    .filter(({ id }) => !rules.some((rule) => rule.orderStatusId === id && rule.mode !== 'off'))
    .map(({ id, statusName }) => ({
      orderStatusId: id,
      channel,
      mode: 'send',
      subject: channel === 'email' ? toSuggestedSubject(language) : null,
      text: toSuggestedText(statusName, language),
    }))

export const recommendedStatusIds: readonly string[] = recommendedStatuses.map(({ id }) => id)

/** What the days of a reminder count from. */
export const reminderToBegin: Readonly<Record<ReminderKind, string>> = {
  'not-picked-up': t.reminders.begin.notPickedUp(),
  'estimate-unanswered': t.reminders.begin.estimateUnanswered(),
  'balance-open': t.reminders.begin.balanceOpen(),
}

export const modeToText: Readonly<Record<MessageMode, string>> = {
  off: t.rules.modes.off(),
  ask: t.rules.modes.ask(),
  send: t.rules.modes.send(),
}

/** "Text message: sent automatically", "E-mail: after 7 days"; '' when all are off. */
export function describeRules(form: RulesForm, topic: Topic): string {
  const on = messageChannels.flatMap((channel) => {
    const mode = toMode(form[toRuleField(topic, channel, 'mode')] ?? '')
    const days = form[toRuleField(topic, channel, 'days')]
    if (mode === 'off') return []
    return [days === undefined ? t.rules.does[channel][mode]() : t.reminders.does[channel]({ count: Number(days), days: days.trim() })]
  })
  return on.join(' · ')
}
