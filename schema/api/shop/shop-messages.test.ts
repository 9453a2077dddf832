import { expect, it } from 'vitest'
import { orderStatusIdByName } from '../../values/order-status.ts'
import { messageRulesBody } from './shop-messages.ts'

const ofStatus = { orderStatusId: orderStatusIdByName.Fixed, channel: 'sms', mode: 'ask', text: 'Ready' }
const reminder = { reminder: 'not-picked-up', afterDays: 7, channel: 'sms', mode: 'send', text: 'Still here' }
const toIssues = (...rules: unknown[]): string[] =>
  messageRulesBody.safeParse(rules).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

it('REMIND-01: rules of statuses and reminders are taken as they are read, and each is of one or the other', () => {
  expect(messageRulesBody.parse([{ id: 'x', ...ofStatus }, reminder])).toEqual([
    { orderStatusId: orderStatusIdByName.Fixed, channel: 'sms', mode: 'ask', subject: null, text: 'Ready' },
    { reminder: 'not-picked-up', afterDays: 7, channel: 'sms', mode: 'send', subject: null, text: 'Still here' },
  ])
  expect(toIssues({ ...ofStatus, ...reminder })).toEqual(['0.orderStatusId: A rule has either a status or a reminder'])
  expect(toIssues({ channel: 'sms', mode: 'send', text: 'Hello' })).toEqual(['0.orderStatusId: A rule has either a status or a reminder'])
  expect(toIssues({ ...ofStatus, afterDays: 3 })).toEqual(['0.afterDays: Only a reminder has days'])
  expect(toIssues({ ...reminder, afterDays: undefined })).toEqual(['0.afterDays: Days must be from 1 to 365'])
  expect(toIssues({ ...reminder, afterDays: 366 })).toEqual(['0.afterDays: Days must be from 1 to 365'])
  expect(toIssues({ ...reminder, mode: 'ask' })).toEqual(['0.mode: A reminder is off or is sent by itself'])
  expect(toIssues(reminder, { ...reminder, afterDays: 9 })).toEqual(['1: There are two rules for one reminder and channel'])
})

it('LANG-01: a rule has texts in other languages with the same placeholders; an empty one is none, and only an e-mail has a subject', () => {
  const otherTexts = { de: { text: 'Fertig, {name}', subject: 'Ihr {device}' }, fr: { text: ' ' }, it: {} }
  expect(messageRulesBody.parse([{ ...ofStatus, otherTexts }])).toMatchObject([{ otherTexts: { de: { subject: null, text: 'Fertig, {name}' } } }])
  expect(messageRulesBody.parse([{ ...ofStatus, channel: 'email', subject: 'Ready', otherTexts }])).toEqual([
    { ...ofStatus, channel: 'email', subject: 'Ready', otherTexts: { de: { subject: 'Ihr {device}', text: 'Fertig, {name}' } } },
  ])
  expect(messageRulesBody.parse([{ ...ofStatus, otherTexts: { fr: { text: '' } } }])).toEqual([{ ...ofStatus, subject: null }])
  expect(toIssues({ ...ofStatus, otherTexts: { de: { text: 'Fertig, {nope}' } } })).toEqual([expect.stringMatching(/^0\.otherTexts\.de\.text: /)])
  expect(toIssues({ ...ofStatus, otherTexts: { de: { text: 'x'.repeat(20_000) } } })).toEqual([expect.stringMatching(/^0\.otherTexts\.de\.text: /)])
  expect(toIssues({ ...ofStatus, otherTexts: { de: { subject: 'Fertig' } } })).toEqual(['0.otherTexts.de.text: Text is required'])
  expect(toIssues({ ...ofStatus, otherTexts: [] })).toEqual(['0.otherTexts: Texts in other languages must be an object of languages'])
})
