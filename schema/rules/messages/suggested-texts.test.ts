import { expect, test } from 'vitest'
import { languages } from '../../language/compiled/languages.ts'
import { findUnknownPlaceholder, hasPlaceholder } from '../../values/messages/placeholders.ts'
import { toEstimateMessage, toInvoiceMessage, toSuggestedSubject, toSuggestedText, translateRule } from './suggested-texts.ts'

test('LANG-01: a rule with a suggested text is told in each customer’s language, one with the shop’s own as it is', () => {
  const rule = { subject: toSuggestedSubject('en'), text: toSuggestedText('Fixed', 'en') }
  expect(rule.text).toBe('Hello {name}, your {device} ({ticket}) is ready. To pay: {balance}. {link} {shop}')
  expect(translateRule(rule, 'de')).toEqual({
    subject: 'Ihr Gerät {device} ({ticket})',
    text: 'Guten Tag {name}, Ihr Gerät {device} ({ticket}) ist fertig. Zu zahlen: {balance}. {link} {shop}',
  })
  for (const language of languages) expect(translateRule(translateRule(rule, language), 'en')).toEqual(rule)
  const own = { subject: null, text: 'Moin {name}, komm vorbei. {shop}' }
  expect(translateRule(own, 'fr')).toEqual(own)
})

test('LANG-01: what the shop wrote for a language goes to customers who read it, with the usual subject where it wrote none', () => {
  const otherTexts = { fr: { subject: 'Prêt', text: 'Venez, {name}' }, de: { subject: null, text: 'Komm vorbei, {name}' } }
  const rule = { subject: toSuggestedSubject('en'), text: 'Come over, {name}', otherTexts }
  expect(translateRule(rule, 'fr')).toEqual({ ...rule, subject: 'Prêt', text: 'Venez, {name}' })
  expect(translateRule(rule, 'de')).toEqual({ ...rule, subject: 'Ihr Gerät {device} ({ticket})', text: 'Komm vorbei, {name}' })
  expect(translateRule(rule, 'it').text).toBe('Come over, {name}')
  expect(translateRule({ ...rule, subject: null }, 'fr').subject).toBeNull()
})

test.each(languages)('LANG-01: suggested texts in %s have the placeholders that messages fill in', (language) => {
  const texts = ['Dropped Off', 'Waiting For Approval', 'Waiting For Part', 'Fixed', 'Not Fixable', 'Picked up', 'Diagnosis'].map((name) =>
    toSuggestedText(name, language),
  )
  const documents = [toEstimateMessage(language).text, toInvoiceMessage('invoice', '7', language).text, toInvoiceMessage('credit-note', '7', language).text]
  for (const text of [...texts, ...documents]) expect([findUnknownPlaceholder(text), hasPlaceholder(text, 'name')]).toEqual([undefined, true])
  for (const text of documents) expect(hasPlaceholder(text, 'link')).toBe(true)
})
