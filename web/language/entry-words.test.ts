import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Collection } from '#schema/collection.ts'
import { collectionByName } from '#schema/collections/index.ts'
import { languages } from '#schema/language/compiled/languages.ts'
import { describeSince, tellSince, type SinceFact } from '#schema/rules/merge/since.ts'

const facts: readonly SinceFact[] = [
  { collection: 'orders', isRoot: true, how: 'changed', fields: ['orderStatusId', 'orderNotes', 'createdAt'], status: 'Picked up' },
  { collection: 'payments', isRoot: false, how: 'added', fields: [], amount: 250 },
  { collection: 'payments', isRoot: false, how: 'added', fields: [], amount: 5, isRefund: true },
  { collection: 'payments', isRoot: false, how: 'changed', fields: [], amount: 1, isRefund: true },
  { collection: 'costs', isRoot: false, how: 'added', fields: [], amount: 20 },
  { collection: 'costs', isRoot: false, how: 'added', fields: [], amount: 20 },
  { collection: 'tasks', isRoot: false, how: 'restored', fields: [] },
  { collection: 'order_notes', isRoot: false, how: 'added', fields: [] },
]

async function openPage(language: string) {
  vi.resetModules()
  vi.stubGlobal('window', { localStorage: { getItem: () => language, setItem: () => undefined } })
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  await (await import('./staff-texts.ts')).loadOwnLanguage()
  return { ...(await import('./entry-words.ts')), ...(await import('./notice-words.ts')) }
}

beforeEach(() => vi.resetModules())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('LANG-02: what was done to a row since is told in the reader’s language', async () => {
  const { toldToText } = await openPage('de')
  expect(toldToText(tellSince(facts))).toBe(
    'Seitdem: $250 gezahlt, $5 erstattet, eine Erstattung wurde geändert, 2 Kostenposten über $40 wurden hinzugefügt, der Status wurde auf „Abgeholt“ gesetzt, Notizen zum Auftrag und Datum geändert, eine Aufgabe wurde wiederhergestellt und eine Notiz wurde geschrieben. Trotzdem löschen?',
  )
})

test('LANG-02: what went with a deletion is told in the reader’s language', async () => {
  const { wordNotice } = await openPage('fr')
  const params = { title: 'iPhone', by: 'Ada', work: JSON.parse(JSON.stringify(describeSince(facts.slice(1, 2)))) }
  const notice = { id: '1', shopId: '2', kind: 'deletedAnyway', collection: 'orders', rowId: '3', params, createdAt: '2026-03-02T18:00:00.000Z' }
  expect(wordNotice(notice, String)).toMatchObject({ title: 'iPhone', text: expect.stringContaining(': $250 payés. ') })
})

test.each(languages)('in %s each fact has words', async (language) => {
  const { toldToText } = await openPage(language)
  const collections = ['payments', 'costs', 'tasks', 'assets', 'order_lines', 'order_notes', 'test_results'] as const
  const more = ['estimates', 'invoices', 'messages', 'attachments', 'checklist_selections'] as const
  for (const collection of [...collections, ...more])
    for (const how of ['added', 'restored', 'changed'] as const)
      for (const count of [1, 2]) {
        const rows = Array.from({ length: count }, (): SinceFact => ({ collection, isRoot: false, how, fields: [] }))
        expect(toldToText(tellSince(rows))).not.toMatch(/[{}]|  |undefined/)
      }
})

test('LANG-02: choices that people change are told by the names of the screens', async () => {
  const { plainWriting } = await openPage('nl')
  const fields = Object.values(collectionByName).flatMap((collection: Collection) =>
    Object.entries(collection.fields).flatMap(([name, { writer, fixed, choices }]) =>
      writer === 'client' && !fixed ? (choices ?? []).map((choice) => [choice, `${collection.name}.${name}`] as const) : [],
    ),
  )
  expect(fields.length).toBeGreaterThan(40)
  // A kind of these stays as it was made.
  const unchanging = new Set(['orders.kind', 'payments.kind'])
  expect(fields.filter(([choice, of]) => !unchanging.has(of) && plainWriting.choice(choice, of) === choice)).toEqual([])
  expect(plainWriting.choice('arrived', 'order_lines.supply')).toBe('Binnen')
  expect(plainWriting.choice('teleported', 'messages.state')).toBe('teleported')
})

test('LANG-02: a notice names a status and a choice in the reader’s language', async () => {
  const { wordNotice } = await openPage('de')
  const at = '2026-03-02T18:00:00.000Z'
  const status = { list: 'order_statuses', name: 'Picked up' }
  const params = {
    title: '',
    field: 'Status',
    own: status,
    ownAt: at,
    other: { list: 'order_statuses', name: 'In Progress' },
    otherAt: at,
    by: 'Ada',
    isOwn: false,
  }
  const notice = { id: '1', shopId: '2', kind: 'overtook', collection: 'orders', rowId: '3', params, createdAt: at }
  expect(wordNotice(notice, () => '16:02').text).toContain('„Abgeholt“')
})

test('a refusal of a kind that this version does not know has no words', async () => {
  const { toldToText } = await openPage('en')
  expect(toldToText({ kind: 'burned', values: {} })).toBeUndefined()
  expect(toldToText(undefined)).toBeUndefined()
})
