import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { collectionByName } from '#schema/collections/index.ts'
import { userCreateBody, ownPasswordBody, profileBody } from '#schema/api/administration.ts'
import { userContactMessages } from '#schema/rules/customers/phone-pairs.ts'
import { languages } from '#schema/language/compiled/languages.ts'
import { longTextMaxLength } from '#schema/fields.ts'

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
  return (await import('./shown-text.ts')).toShownText
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

test('numbers of a message are kept, and what no words are known for is said by its code', async () => {
  const toShownText = await openPage('de')
  expect(toShownText('Customer notes must be at most 20,000 characters')).toBe('Höchstens 20.000 Zeichen.')
  expect(toShownText('Warranty days must be a whole number from 0 to 3650')).toBe('Geben Sie eine ganze Zahl von 0 bis 3650 ein.')
  expect(toShownText('Nobody knows this sentence', 'NOT_FOUND')).toBe('Nicht gefunden.')
  expect(toShownText('Nobody knows this sentence')).toBe('Nobody knows this sentence')
})
