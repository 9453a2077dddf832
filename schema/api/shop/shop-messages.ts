import { z } from 'zod'
import { optionalText, text, uuidSchema } from '../../fields.ts'
import { languages } from '../../language/compiled/languages.ts'
import { type MessageRule, messageRulesMax, reminderDaysMax } from '../../rules/messages/rules-of-status.ts'
import { messageTexts } from '../../values/messages/message-texts.ts'
import { orderStatusById } from '../../values/order-status.ts'
import { messageChannels, messageModes, messageSubjectMax, messageTextMax, reminderKinds } from '../../values/messages/message-kinds.ts'
import { findUnknownPlaceholder, toPlaceholderMessage } from '../../values/messages/placeholders.ts'

/** Message routes beyond plain rows. Devices import only the types. */

const withKnownPlaceholders = <Value extends string | null>(schema: z.ZodType<Value>) =>
  schema.superRefine((value, context) => {
    const unknown = typeof value === 'string' ? findUnknownPlaceholder(value) : undefined
    if (unknown !== undefined) context.addIssue({ code: 'custom', message: toPlaceholderMessage(unknown) })
  })

const subject = withKnownPlaceholders(optionalText('Subject', { max: messageSubjectMax }).schema)
const ruleText = withKnownPlaceholders(optionalText('Text', { max: messageTextMax, merge: 'text' }).schema)

const otherTexts = z
  .partialRecord(z.enum(languages), z.strictObject({ subject: subject.optional(), text: ruleText.optional() }), {
    error: 'Texts in other languages must be an object of languages',
  })
  .meta({ description: 'By language, for customers who read it; without a text of theirs they get the usual one' })

const modeMessage = `Mode must be one of ${messageModes.join(', ')}`
const channelMessage = `Channel must be one of ${messageChannels.join(', ')}`
const textNeeded = 'Text is required'
const statusMessage = 'Status is not valid'

const daysMessage = `Days must be from 1 to ${reminderDaysMax}`

const given = z
  .strictObject({
    orderStatusId: uuidSchema(statusMessage)
      .refine((id) => orderStatusById.has(id), { error: statusMessage })
      .nullish(),
    reminder: z.enum(reminderKinds, { error: `Reminder must be one of ${reminderKinds.join(', ')}` }).nullish(),
    afterDays: z.int({ error: daysMessage }).min(1, { error: daysMessage }).max(reminderDaysMax, { error: daysMessage }).nullish(),
    channel: z.enum(messageChannels, { error: channelMessage }),
    mode: z.enum(messageModes, { error: modeMessage }),
    subject: subject.optional(),
    text: ruleText.optional(),
    otherTexts: otherTexts.optional(),
    id: z
      .unknown()
      .optional()
      .meta({ type: ['string'], description: 'Ignored: rules may be sent back as they were read' }),
  })
  .superRefine(({ orderStatusId, reminder, afterDays, mode, channel, subject: ofMail, text: said, otherTexts: others = {} }, context) => {
    const add = (field: string, message: string): void => context.addIssue({ code: 'custom', path: [field], message })
    if ((orderStatusId == null) === (reminder == null)) add('orderStatusId', 'A rule has either a status or a reminder')
    for (const [language, other] of Object.entries(others)) {
      if ((other.subject ?? '') !== '' && (other.text ?? '').trim() === '')
        context.addIssue({ code: 'custom', path: ['otherTexts', language, 'text'], message: textNeeded })
    }
    if ((reminder == null) !== (afterDays == null)) add('afterDays', reminder == null ? 'Only a reminder has days' : daysMessage)
    if (reminder != null && mode === 'ask') add('mode', 'A reminder is off or is sent by itself')
    if (mode === 'off') return
    if ((said ?? '').trim() === '') add('text', textNeeded)
    if (channel === 'email' && (ofMail ?? '') === '') add('subject', messageTexts.subjectNeeded)
  })
  .transform(({ orderStatusId, reminder, afterDays, channel, mode, subject: ofMail = null, text: said, otherTexts: others = {} }): MessageRule => {
    const written = Object.entries(others).flatMap(([language, { subject: other = null, text: words }]) =>
      words == null || words.trim() === '' ? [] : [[language, { subject: channel === 'email' ? other : null, text: words }] as const],
    )
    const texts = {
      channel,
      subject: channel === 'email' ? ofMail : null,
      text: said ?? '',
      ...(written.length > 0 && { otherTexts: Object.fromEntries(written) }),
    }
    return reminder == null || afterDays == null
      ? // Checked above: what is no reminder has a status.
        { orderStatusId: orderStatusId ?? '', mode, ...texts }
      : { reminder, afterDays, mode: mode === 'ask' ? 'off' : mode, ...texts }
  })

/** All rules of a shop; replaces the previous ones. */
export const messageRulesBody = z
  .array(given, { error: 'Rules must be a list' })
  .max(messageRulesMax, { error: `A shop can have ${messageRulesMax} rules` })
  .superRefine((rules, context) => {
    const seen = new Set<string>()
    for (const [index, { orderStatusId, reminder, channel }] of rules.entries()) {
      const key = `${orderStatusId ?? reminder} ${channel}`
      const what = orderStatusId === undefined ? 'reminder' : 'status'
      if (seen.has(key)) context.addIssue({ code: 'custom', path: [index], message: `There are two rules for one ${what} and channel` })
      seen.add(key)
    }
  })

/** A test message, with sample values for the placeholders. */
export const messageTryBody = z
  .strictObject({
    channel: z.enum(messageChannels, { error: channelMessage }),
    to: text('To', { required: 'To is required', max: 200 }).schema,
    subject: subject.optional(),
    text: withKnownPlaceholders(text('Text', { required: 'Text is required', max: messageTextMax }).schema),
  })
  .superRefine(({ channel, subject: ofMail }, context) => {
    if (channel === 'email' && (ofMail ?? '') === '') context.addIssue({ code: 'custom', path: ['subject'], message: messageTexts.subjectNeeded })
  })

export type MessageTry = z.output<typeof messageTryBody>

/** `instead`: what became of it where no sender is set up; it is not sent then. */
export const messageTryAnswer = z.strictObject({ sent: z.boolean(), instead: z.string().nullable(), text: z.string() }).meta({ id: 'SentTry' })

export type SentTry = z.output<typeof messageTryAnswer>
