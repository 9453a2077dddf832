import { globSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { collectionByName } from '#schema/collections/index.ts'
import { userCreateBody, ownPasswordBody, profileBody } from '#schema/api/administration.ts'
import { userContactMessages } from '#schema/rules/customers/phone-pairs.ts'
import { languages } from '#schema/language/compiled/languages.ts'
import { lastHolderText } from '#schema/rules/access/administration.ts'
import { estimateTexts } from '#schema/rules/estimates/estimate-states.ts'
import { attachmentTexts } from '#schema/rules/files/attachments.ts'
import { tooDeepMessage } from '#schema/rules/inventory/category-tree-moves.ts'
import { purchaseTexts } from '#schema/rules/inventory/supply.ts'
import { invoiceTexts, toIssuedMessage, toOrderStaysMessage, toStandingMessage } from '#schema/rules/invoices/invoice-states.ts'
import { tooOldToRestoreMessage } from '#schema/rules/merge/restore.ts'
import { findLeftIssue, refundTexts } from '#schema/rules/money/refunds.ts'
import { tillTexts } from '#schema/rules/money/till.ts'
import { noDecimalsText } from '#schema/rules/money/typed-amount.ts'
import { returnTexts } from '#schema/rules/orders/returns.ts'
import { webhookTexts } from '#schema/rules/webhooks/webhook-url.ts'
import { onlyHereMessage, removedNotice } from '#web/device/storage/eviction.ts'
import { rules } from '#schema/texts/staff/wrong-values.ts'
import { messageTexts } from '#schema/values/messages/message-texts.ts'
import { toPlaceholderMessage } from '#schema/values/messages/placeholders.ts'
import { longTextMaxLength } from '#schema/fields.ts'

/** Names of refusals that only programs meet: the screens offer no act that they forbid. */
const unseen = new Set(
  'onlyRead newIsWaiting onlyCancelled onlyRepeated otherEstimate otherInvoice otherCustomer newIsDraft sendMakesLink draftIsDeleted decisionOnly ownLinkOnly onlyNotesCorrect correctsIssued otherOrder onlyRefunds returnOfReturn takesOff otherProduct'.split(
    ' ',
  ),
)

const wrong: readonly unknown[] = ['', ' ', 'x'.repeat(longTextMaxLength + 1), null, undefined, -1, 1e12, {}, [], true, 'abc', '12', 1.5, 'not@']

/** What the client may type into collections, and what forms send to the administration. */
function collectMessages(): string[] {
  const fields = Object.values(collectionByName).flatMap((collection) => Object.values(collection.fields).filter(({ writer }) => writer === 'client'))
  const schemas = [
    ...fields.map(({ schema }) => schema),
    ...[profileBody.shape, ownPasswordBody.shape, userCreateBody.in.shape].flatMap((shape) => Object.values(shape)),
  ]
  const issues = schemas.flatMap((schema) => wrong.flatMap((value) => schema.safeParse(value).error?.issues ?? []))
  return [...new Set([...issues.map(({ message }) => message), ...Object.values(userContactMessages)])]
}

async function openPage(language: string) {
  vi.resetModules()
  vi.stubGlobal('window', { localStorage: { getItem: () => language, setItem: () => undefined } })
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  await (await import('./staff-texts.ts')).loadOwnLanguage()
  return (await import('./staff-texts.ts')).toShownText
}

beforeEach(() => vi.resetModules())
afterEach(() => {
  vi.unstubAllGlobals()
  // Files share their modules: the next one is in English.
  vi.resetModules()
})

test.each(languages.filter((language) => language !== 'en'))('in %s every message of a field is shown in it (LANG-02)', async (language) => {
  const toShownText = await openPage(language)
  const messages = collectMessages()
  expect(messages.length).toBeGreaterThan(150)
  expect(messages.filter((message) => toShownText(message) === message)).toEqual([])
})

test('in English every message stands as the schema says it', async () => {
  const toShownText = await openPage('en')
  expect(collectMessages().filter((message) => toShownText(message) !== message)).toEqual([])
})

/** Sentences of the rules and of messages that were not sent, with the values that they have. */
const sentences: readonly string[] = [
  ...[messageTexts, estimateTexts, invoiceTexts, refundTexts, returnTexts, tillTexts].flatMap((texts) =>
    Object.entries(texts).flatMap(([name, text]) =>
      unseen.has(name) ? [] : typeof text === 'function' ? [text('Fixed')] : typeof text === 'string' ? [text] : Object.values(text),
    ),
  ),
  removedNotice({ kept: 0, lost: 0 }),
  removedNotice({ kept: 2, lost: 1 }),
  onlyHereMessage(1),
  noDecimalsText('JPY'),
  findLeftIssue(30, 20, String) ?? '',
  purchaseTexts.tooMany(1),
  purchaseTexts.tooMany(2),
  toStandingMessage('2026-0001'),
  toIssuedMessage('2026-0001'),
  toOrderStaysMessage('2026-0001'),
  lastHolderText('view_report'),
  tooDeepMessage,
  tooOldToRestoreMessage,
  attachmentTexts.full,
  webhookTexts.tooMany,
  toPlaceholderMessage('nam'),
  'Label width must be 10 to 200 mm',
  'Days must be from 1 to 365',
  'Access code must have 4 to 64 characters',
  'Messages a day must be a whole number from 0 to 1,000',
  'Customer was deleted in the meantime',
  'Shop does not exist',
  'No sender is set up: written to mail.log.',
  `The message was not sent: ${messageTexts.refused}`,
]

test.each(languages.filter((language) => language !== 'en'))('in %s no refusal and no reason of a message is left in English (LANG-02)', async (language) => {
  const toShownText = await openPage(language)
  expect(sentences.filter((sentence) => toShownText(sentence) === sentence || toShownText(sentence).includes('undefined'))).toEqual([])
})

test('each whole sentence that has words is one that schemas, server or device say', () => {
  const code = globSync(['schema/**/*.ts', 'sync-server/**/*.ts', 'web/device/**/*.ts'], { exclude: ['schema/{texts,language}/**', '**/*.test.ts'] })
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  expect(Object.keys(rules.said).filter((sentence) => !code.includes(sentence))).toEqual([])
})

test('what the browser removed is counted in the words of the language', async () => {
  const toShownText = await openPage('de')
  expect(toShownText(removedNotice({ kept: 1, lost: 2 }))).toBe(
    'Der Browser hat die Daten dieses Geräts entfernt; sie werden neu geholt. 1 nicht gesendete Änderung blieb erhalten. 2 nicht gesendete Änderungen gingen verloren.',
  )
  expect(toShownText(removedNotice({ kept: 0, lost: 1 }))).toMatch(/neu geholt\. 1 nicht gesendete Änderung ging verloren\.$/)
})

test('numbers of a message are kept, and what no words are known for is said by its code', async () => {
  const toShownText = await openPage('de')
  expect(toShownText('Customer notes must be at most 20,000 characters')).toBe('Höchstens 20.000 Zeichen.')
  expect(toShownText('Warranty days must be a whole number from 0 to 3650')).toBe('Geben Sie eine ganze Zahl von 0 bis 3650 ein.')
  expect(toShownText('Nobody knows this sentence', 'NOT_FOUND')).toBe('Nicht gefunden.')
  expect(toShownText('Nobody knows this sentence')).toBe('Nobody knows this sentence')
})
