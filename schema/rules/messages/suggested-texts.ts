import { allMessagesTexts } from '../../language/compiled/messages/all-messages.ts'
import type { Language } from '../../language/pick-language.ts'
import type { RuleTexts } from './rules-of-status.ts'
import type { ReminderKind } from '../../values/messages/message-kinds.ts'

/** What a suggested text leaves for the message: its placeholders. */
const left = { name: '{name}', ticket: '{ticket}', device: '{device}', shop: '{shop}', balance: '{balance}', link: '{link}' } as const

export const toSuggestedText = (statusName: string, language: Language): string => {
  const { status, other } = allMessagesTexts[language]
  const [, toText] = Object.entries(status).find(([name]) => name === statusName) ?? []
  return (toText ?? other)(left)
}

export const toSuggestedReminder = (kind: ReminderKind, language: Language): string => allMessagesTexts[language].reminder[kind](left)

export const toSuggestedSubject = (language: Language): string => allMessagesTexts[language].subject(left)

export const toReplySubject = (ticket: string, language: Language): string => allMessagesTexts[language].replySubject({ ticket })

export const toEstimateMessage = (language: Language): { subject: string; text: string } => {
  const { estimateSubject, estimate } = allMessagesTexts[language]
  return { subject: estimateSubject(left), text: estimate(left) }
}

export const toInvoiceMessage = (kind: 'invoice' | 'credit-note', number: string, language: Language): { subject: string; text: string } => {
  const { invoiceSubject, invoice, creditNoteSubject, creditNote } = allMessagesTexts[language]
  return kind === 'invoice'
    ? { subject: invoiceSubject({ number }), text: invoice({ ...left, number }) }
    : { subject: creditNoteSubject({ number }), text: creditNote({ ...left, number }) }
}

/** What the shop wrote in this language, else what the rule suggests in any, else the shop's own words as they are. */
export function translateRule<Rule extends RuleTexts>(rule: Rule, language: Language): Rule {
  const other = rule.otherTexts?.[language]
  const subject = rule.subject === null ? null : (other?.subject ?? suggestedIn(rule.subject, language) ?? rule.subject)
  return { ...rule, subject, text: other?.text ?? suggestedIn(rule.text, language) ?? rule.text }
}

function suggestedIn(text: string, language: Language): string | undefined {
  const lists = Object.values(allMessagesTexts).map(toSuggestions)
  const place = lists.map((list) => list.indexOf(text)).find((at) => at >= 0)
  return place === undefined ? undefined : toSuggestions(allMessagesTexts[language])[place]
}

/** In the same order in each language. */
const toSuggestions = ({ status, reminder, other, subject }: (typeof allMessagesTexts)[Language]): string[] => [
  ...[...Object.values(status), ...Object.values(reminder)].map((toText) => toText(left)),
  other(left),
  subject(left),
]
