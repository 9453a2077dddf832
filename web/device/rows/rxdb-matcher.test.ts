import fc from 'fast-check'
import { type FilledMangoQuery, getQueryMatcher, getSortComparator, type RxDocumentData, type RxJsonSchema } from 'rxdb/plugins/core'
import { expect, it } from 'vitest'
import { compare, toMatcher } from './rxdb-matcher.ts'

type Note = { id: string; context: string; count: number; isDone: boolean }

const schema: RxJsonSchema<RxDocumentData<Note>> = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 10 },
    context: { type: 'string' },
    count: { type: 'number' },
    isDone: { type: 'boolean' },
    _deleted: { type: 'boolean' },
    _rev: { type: 'string' },
    _attachments: { type: 'object' },
    _meta: { type: 'object', properties: { lwt: { type: 'number' } } },
  },
  required: [],
}

const query = (selector: object, sort: readonly object[] = [{ id: 'asc' }]): FilledMangoQuery<Note> =>
  ({ selector, sort, skip: 0 }) as unknown as FilledMangoQuery<Note>

const scalar = fc.oneof(fc.constantFrom('', 'a', 'b', 'collection', 'Z'), fc.integer({ min: -2, max: 2 }), fc.boolean(), fc.constant(null))
const field = fc.constantFrom('id', 'context', 'count', 'isDone', '_deleted')
const condition = fc.oneof(
  scalar,
  fc.dictionary(fc.constantFrom('$eq', '$ne', '$gt', '$gte', '$lt', '$lte'), scalar, { minKeys: 1, maxKeys: 2 }),
  fc.dictionary(fc.constantFrom('$in', '$nin'), fc.array(scalar, { maxLength: 3 }), { minKeys: 1, maxKeys: 1 }),
)
const plain = fc.dictionary(field, condition, { maxKeys: 3 })
const selector = fc.oneof(
  plain,
  fc.record({ $and: fc.array(plain, { minLength: 1, maxLength: 3 }) }),
  fc.record({ $or: fc.array(plain, { minLength: 1, maxLength: 3 }) }),
)
const document = fc.dictionary(field, scalar)

it('matches what the whole query language of RxDB matches', () => {
  let matched = 0
  fc.assert(
    fc.property(selector, document, (wanted, row) => {
      const isWanted = getQueryMatcher(schema, query(wanted))(row as unknown as RxDocumentData<Note>)
      if (isWanted) matched += 1
      expect(toMatcher(wanted).test(row)).toBe(isWanted)
    }),
    { numRuns: 5_000 },
  )
  expect(matched).toBeGreaterThan(500)
})

it('orders as the whole language does', () => {
  const whole = getSortComparator(schema, query({}, [{ context: 'asc' }]))
  fc.assert(
    fc.property(fc.option(scalar, { nil: undefined }), fc.option(scalar, { nil: undefined }), (one, other) => {
      const [first, second] = [one, other].map((context) => ({ context }) as unknown as RxDocumentData<Note>)
      if (first === undefined || second === undefined) throw new Error('no documents')
      // RxDB's comparator returns undefined for equal values.
      expect(compare(one, other)).toBe(whole(first, second) ?? 0)
    }),
    { numRuns: 1_000 },
  )
})

it('throws for what it does not know, instead of matching something', () => {
  for (const wanted of [
    { id: { $regex: 'a' } },
    { id: { $exists: true } },
    { $nor: [{ id: 'a' }] },
    { 'a.b': 1 },
    { id: ['a'] },
    { id: { $in: 'a' } },
    { $and: {} },
  ])
    expect(() => toMatcher(wanted), JSON.stringify(wanted)).toThrow(RangeError)
  expect(() => toMatcher({ id: 'a' }).test({ id: { inner: 1 } })).toThrow(RangeError)
})
