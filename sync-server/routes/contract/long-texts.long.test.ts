import { expect, test } from 'vitest'
import { z } from 'zod'
import { collectionToCreateShape, collectionToUpdateShape } from '#schema/collection.ts'
import { collectionByName, collectionNames } from '#schema/collections/index.ts'
import { listQuery } from '#schema/api/lists.ts'
import { mutationSchema } from '#schema/api/sync.ts'
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
