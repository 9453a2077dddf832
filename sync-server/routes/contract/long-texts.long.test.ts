import { expect, test } from 'vitest'
import { z } from 'zod'
import { collectionToCreateShape, collectionToUpdateShape } from '#schema/collection.ts'
import { collectionByName, collectionNames } from '#schema/collections/index.ts'
import { listQuery } from '#schema/api/lists.ts'
import { mutationSchema } from '#schema/api/sync.ts'
import { guessDelimiter } from '#schema/rules/import/csv-lines.ts'
import { readCustomerRow } from '#schema/rules/import/customer-row.ts'
import { guessColumns } from '#schema/rules/import/import-columns.ts'
import { importFields, importKinds, maxColumns } from '#schema/rules/import/import-fields.ts'
import { readOrderRow } from '#schema/rules/import/order-row.ts'
import { readProductRow } from '#schema/rules/import/product-row.ts'
import { openRows, type ReadingRules } from '#schema/rules/import/row-cells.ts'
import { TableSurvey } from '#schema/rules/import/table-survey.ts'
import { KnownCustomers } from '../../commands/tables/known-customers.ts'
import type { Target } from '../../commands/tables/table-target.ts'
import { allRoutes } from '../all-routes.ts'

/** Sends 200,000 characters in each text of every input shape; rejection must not depend on more than the length. */

const length = 200_000

const nasty: Record<string, string> = {
  digits: `${'1'.repeat(length)}x`,
  zeros: `${'0'.repeat(length)}.`,
  blanks: `${' '.repeat(length)}x`,
  'blanks around': `${' '.repeat(length / 2)}a${' '.repeat(length / 2)}`,
  dots: `${'a.'.repeat(length / 2)}!`,
  dashes: `#${'-'.repeat(length)}`,
  'at signs': `a${'@a'.repeat(length / 2)}`,
  plus: `+${'1 '.repeat(length / 2)}`,
  accents: `${'e\u0301'.repeat(length / 2)}\u0000`,
  pairs: '😀'.repeat(length / 2),
  day: `2026-03-01T${'0'.repeat(length)}`,
  zone: `Europe/${'B'.repeat(length)}`,
  brackets: '['.repeat(length),
}

type Place = (string | number)[]
type Json = { [key: string]: unknown }

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Paths of the shape that accept a text, down to the depth at which our shapes repeat. */
function findPlaces(schema: unknown, root: Json, depth = 0): Place[] {
  if (!isJson(schema) || depth > 8) return []
  const { $ref, anyOf, oneOf, allOf, properties, items, additionalProperties, alsoProperties, type } = schema
  const below = (key: string | number, part: unknown): Place[] => findPlaces(part, root, depth + 1).map((place) => [key, ...place])
  const own: Place[] = type === undefined || [type].flat().some((name: unknown) => ['string', 'number', 'integer'].some((known) => known === name)) ? [[]] : []
  const target = typeof $ref === 'string' ? (root['$defs'] as Json | undefined)?.[$ref.split('/').at(-1) ?? ''] : undefined
  return [
    ...own,
    ...(target === undefined ? [] : findPlaces(target, root, depth + 1)),
    ...[anyOf, oneOf, allOf].flatMap((parts) => (Array.isArray(parts) ? parts.flatMap((part) => findPlaces(part, root, depth + 1)) : [])),
    ...[properties, alsoProperties].flatMap((parts) => (isJson(parts) ? Object.entries(parts).flatMap(([key, part]) => below(key, part)) : [])),
    ...below(0, items),
    ...below('unknownKey', additionalProperties),
  ]
}

const placeIn = (place: Place, text: string): unknown => place.reduceRight<unknown>((value, key) => (key === 0 ? [value] : { [key]: value }), text)

const shapes: [string, z.ZodType][] = [
  ...allRoutes.flatMap(({ method, path, params, query, body }): [string, z.ZodType][] => [
    [`${method} ${path} params`, params],
    ...(query ? [[`${method} ${path} query`, query] as [string, z.ZodType]] : []),
    ...(body ? [[`${method} ${path} body`, body] as [string, z.ZodType]] : []),
  ]),
  ['a list', listQuery],
  ['a mutation', mutationSchema],
  ...collectionNames.flatMap((name): [string, z.ZodType][] => [
    [`create ${name}`, collectionToCreateShape(collectionByName[name])],
    [`update ${name}`, collectionToUpdateShape(collectionByName[name])],
  ]),
]

/** CPU time. A correct shape takes about 1 ms; the slowest bad one took 19 s. */
const longestMs = 1_000

test('no shape looks into a text that is longer than any may be', { timeout: 120_000 }, () => {
  const slow: string[] = []
  let places = 0
  for (const [name, shape] of shapes) {
    const json = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Json
    const found = [[] as Place, ...findPlaces(json, json)]
    for (const key of new Set(found.map((place) => JSON.stringify(place)))) {
      places++
      for (const [kind, text] of Object.entries(nasty)) {
        const startedAt = process.cpuUsage()
        shape.safeParse(placeIn(JSON.parse(key) as Place, text))
        const { user, system } = process.cpuUsage(startedAt)
        const tookMs = (user + system) / 1_000
        if (tookMs > longestMs) slow.push(`${name} ${key} ${kind}: ${Math.round(tookMs)} ms`)
      }
    }
  }
  expect(slow).toEqual([])
  expect(places).toBeGreaterThan(400)
})

/** Processor time of a function in milliseconds. */
function toCpuMs(run: () => void): number {
  const startedAt = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(startedAt)
  return (user + system) / 1_000
}

test('no cell of an import is looked into that is longer than its field', { timeout: 120_000 }, () => {
  const slow: string[] = []
  for (const kind of importKinds) {
    for (const { name, label } of importFields[kind]) {
      for (const [nastyName, text] of Object.entries({
        ...nasty,
        arrows: '> '.repeat(length / 2),
        'signs of formulas': ';"'.repeat(length / 2),
        words: 'not '.repeat(length / 4),
      })) {
        const tookMs = toCpuMs(() => {
          const columns = guessColumns(kind, [label, text, 'Name'])
          const survey = new TableSurvey(kind, columns)
          const cells = [text, text, 'Ada']
          survey.add({ line: 2, cells })
          const facts = survey.finish({ locale: 'de-DE', delimiter: guessDelimiter(text), statusIds: new Map() })
          const rules: ReadingRules = {
            kind,
            columns: facts.columns,
            countryCode: '+1',
            timeZone: 'UTC',
            now: '2026-06-01T10:00:00.000Z',
            statusIds: new Map(),
            sharedSkus: new Set(),
          }
          const row = openRows(rules)(cells)
          if ('refusal' in row) throw new Error(row.refusal)
          if (kind === 'customers') readCustomerRow(row.cells)
          else if (kind === 'orders') readOrderRow(row.cells, { employeeIdOf: () => undefined })
          else readProductRow(row.cells, rules)
        })
        if (tookMs > longestMs) slow.push(`${kind} ${name} ${nastyName}: ${Math.round(tookMs)} ms`)
      }
    }
  }
  expect(slow).toEqual([])
})

test('the columns of an import cost what they are, and the lines only the columns that are read', () => {
  const headers = Array.from({ length: maxColumns }, (_, place) => (place === 0 ? 'Name' : 'Phone'))
  const columns = guessColumns('customers', headers)
  const rules: ReadingRules = {
    kind: 'customers',
    columns,
    countryCode: '+1',
    timeZone: 'UTC',
    now: '2026-06-01T10:00:00.000Z',
    statusIds: new Map(),
    sharedSkus: new Set(),
  }
  const open = openRows(rules)
  const cells = headers.map(() => 'x')
  const tookMs = toCpuMs(() => {
    for (let line = 0; line < 100_000; line++) open(cells)
  })
  expect(tookMs).toBeLessThan(longestMs)
})

test('an address that everybody has costs each customer of an import the same', () => {
  const known = new KnownCustomers({} as Target)
  const tookMs = toCpuMs(() => {
    for (let place = 0; place < 50_000; place++) {
      const person = { name: `Walk-in ${place}`, phone: null, email: 'walk-in@example.org' }
      if (known.findSame(person) === undefined) known.add(String(place), person)
    }
  })
  expect(tookMs).toBeLessThan(longestMs)
})
