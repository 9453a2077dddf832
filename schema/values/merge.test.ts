import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonEquals, mergeField, type Json } from './merge.ts'

const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as Json)
const count = fc.integer({ min: 0, max: 1000 })

describe('jsonEquals', () => {
  it.each<[Json, Json, boolean]>([
    [1, 1, true],
    [null, null, true],
    [null, '', false],
    [0, false, false],
    ['1', 1, false],
    [[1, 2], [1, 2], true],
    [[1, 2], [2, 1], false],
    [[], {}, false],
    [{ a: 1, b: [null] }, { b: [null], a: 1 }, true],
    [{ a: 1 }, { a: 1, b: null }, false],
    [{ a: 1 }, { b: 1 }, false],
    [{ a: 1 }, null, false],
    [JSON.parse('{"__proto__":{}}') as Json, { a: 1 }, false],
  ])('%j and %j: %s', (a, b, expected) => {
    expect(jsonEquals(a, b)).toBe(expected)
    expect(jsonEquals(b, a)).toBe(expected)
  })

  it('holds for a copy and not for a wrapped value', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(jsonEquals(value, JSON.parse(JSON.stringify(value)) as Json)).toBe(true)
        expect(jsonEquals(value, [value])).toBe(false)
      }),
    )
  })
})

describe("mergeField 'set'", () => {
  it('takes the change when nobody else changed the field', () => {
    expect(mergeField('set', { base: 'a', current: 'a', next: 'b' })).toEqual({ value: 'b', outcome: 'taken' })
    expect(mergeField('set', { base: null, current: null, next: 'b' })).toEqual({ value: 'b', outcome: 'taken' })
  })

  it('leaves the field when it already holds the new value', () => {
    expect(mergeField('set', { base: 'a', current: 'b', next: 'b' })).toEqual({ value: 'b', outcome: 'unchanged' })
  })

  it('lets the later arrival win over another change and names what it replaced', () => {
    const result = mergeField('set', { base: 'a', current: 'c', next: 'b' })
    expect(result).toEqual({ value: 'b', outcome: 'replaced', replaced: 'c' })
    expect(mergeField('set', { base: 'a', current: null, next: 'b' })).toMatchObject({ replaced: null })
  })

  it('does not undo the change of another when the author changed nothing', () => {
    expect(mergeField('set', { base: 'a', current: 'c', next: 'a' })).toEqual({ value: 'c', outcome: 'unchanged' })
  })

  it('has no further effect when it is applied to its own result', () => {
    fc.assert(
      fc.property(json, json, json, (base, current, next) => {
        const first = mergeField('set', { base, current, next })
        const again = mergeField('set', { base, current: first.value, next })
        expect(again).toEqual({ value: first.value, outcome: 'unchanged' })
      }),
    )
  })

  const at = (minutes: number) => new Date(Date.parse('2026-03-02T09:00:00.000Z') + minutes * 60_000).toISOString()

  it('keeps what was done more than two minutes later, and lets arrival decide within two minutes and where a time is not known', () => {
    const met = { base: 'a', current: 'c', next: 'b', nextAt: at(10) }
    expect(mergeField('set', { ...met, currentAt: at(12.1) })).toEqual({ value: 'c', outcome: 'yielded' })
    for (const currentAt of [at(12), at(10), at(0), undefined])
      expect(mergeField('set', { ...met, currentAt })).toEqual({ value: 'b', outcome: 'replaced', replaced: 'c' })
    expect(mergeField('set', { ...met, nextAt: undefined, currentAt: at(99) }).outcome).toBe('replaced')
    expect(mergeField('set', { ...met, base: 'c', currentAt: at(99) }).outcome).toBe('taken')
  })

  it('gives the same value in whatever order acts upon one state arrive that are more than two minutes apart', () => {
    type Mutation = { next: Json; minute: number }
    const arrive = (base: Json, mutations: readonly Mutation[]): Json => {
      let held: { value: Json; at: string | undefined } = { value: base, at: undefined }
      for (const { next, minute } of mutations) {
        const { value, outcome } = mergeField('set', { base, current: held.value, next, currentAt: held.at, nextAt: at(minute) })
        const isAgreed = outcome === 'unchanged' && !jsonEquals(base, next) && (held.at === undefined || held.at < at(minute))
        if (outcome === 'taken' || outcome === 'replaced' || isAgreed) held = { value, at: at(minute) }
      }
      return held.value
    }
    const mutations = fc.uniqueArray(
      fc.record({ next: fc.constantFrom('b', 'c', 'd', 'e'), minute: fc.integer({ min: 0, max: 200 }).map((index) => index * 3) }),
      {
        selector: ({ minute }) => minute,
        minLength: 2,
        maxLength: 6,
      },
    )
    fc.assert(
      fc.property(mutations, fc.infiniteStream(fc.nat()), (done, order) => {
        const shuffled = done
          .map((mutation) => ({ mutation, place: order.next().value as number }))
          .toSorted((one, other) => one.place - other.place)
          .map(({ mutation }) => mutation)
        const last = done.toSorted((one, other) => one.minute - other.minute).at(-1)
        expect(arrive('a', shuffled)).toEqual(last?.next)
      }),
    )
  })
})

describe("mergeField 'sum'", () => {
  it.each<[Json, Json, Json, Json, string]>([
    [5, 5, 3, 3, 'taken'],
    [5, 4, 3, 2, 'merged'],
    [5, 10, 8, 13, 'merged'],
    [5, 4, 5, 4, 'unchanged'],
    [5, 1, 3, 0, 'floor'],
    [5, 2, 3, 0, 'merged'],
    [null, null, 4, 4, 'taken'],
    [null, 2, 4, 6, 'merged'],
    [4, 4, null, 0, 'taken'],
    [null, null, null, null, 'unchanged'],
  ])('saw %j, holds %j, wrote %j: %j (%s)', (base, current, next, value, outcome) => {
    expect(mergeField('sum', { base, current, next })).toEqual({ value, outcome })
  })

  it('does not add up two corrections to the same number, but their differences', () => {
    expect(mergeField('sum', { base: 10, current: 7, next: 7 }).value).toBe(4)
  })

  it('gives the same stock in whatever order changes arrive, as long as none hits the floor', () => {
    fc.assert(
      fc.property(count, fc.array(fc.integer({ min: -20, max: 50 })), (start, deltas) => {
        const base = start + 20 * deltas.length
        const arrive = (list: number[]) => list.reduce<Json>((current, delta) => mergeField('sum', { base, current, next: base + delta }).value, base)
        expect(arrive(deltas)).toBe(deltas.reduce((sum, delta) => sum + delta, base))
        expect(arrive(deltas.toReversed())).toBe(arrive(deltas))
      }),
    )
  })

  it('is never negative and says when it was stopped', () => {
    fc.assert(
      fc.property(count, count, count, (base, current, next) => {
        const result = mergeField('sum', { base, current, next })
        expect(result.value).toBe(Math.max(0, current + next - base))
        expect(result.outcome === 'floor').toBe(current + next - base < 0)
      }),
    )
  })

  it('refuses anything but numbers', () => {
    expect(() => mergeField('sum', { base: 1, current: '2', next: 3 })).toThrow(TypeError)
  })
})

describe("mergeField 'items'", () => {
  const list = (...items: Json[]): string => JSON.stringify(items)

  it.each<[Json, Json, Json, Json, string]>([
    [list(), list(), list('a'), list('a'), 'taken'],
    [list('a'), list('a', 'b'), list('a', 'c'), list('a', 'b', 'c'), 'merged'],
    [list('a', 'b'), list('a', 'b', 'c'), list('b'), list('b', 'c'), 'merged'],
    [list('a'), list('a', 'b'), list('a', 'b'), list('a', 'b'), 'unchanged'],
    [list('a'), list(), list('a'), list(), 'unchanged'],
    [null, null, list({ at: 1 }), list({ at: 1 }), 'taken'],
  ])('saw %j, holds %j, wrote %j: %j (%s)', (base, current, next, value, outcome) => {
    expect(mergeField('items', { base, current, next })).toEqual({ value, outcome })
  })

  it('keeps what each of several devices added, whatever the order of arrival', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer(), { minLength: 1 }), (added) => {
        const arrive = (items: number[]) => items.reduce<Json>((current, item) => mergeField('items', { base: '[]', current, next: list(item) }).value, '[]')
        const sorted = (text: Json) => (typeof text === 'string' ? (JSON.parse(text) as number[]) : []).toSorted((one, other) => one - other)
        expect(sorted(arrive(added))).toEqual(added.toSorted((one, other) => one - other))
        expect(sorted(arrive(added.toReversed()))).toEqual(sorted(arrive(added)))
      }),
    )
  })

  it('refuses anything but lists', () => {
    expect(() => mergeField('items', { base: '[]', current: '[]', next: 3 })).toThrow(TypeError)
  })
})

describe("mergeField 'text'", () => {
  it.each<[string, Json, Json, Json, Json, string]>([
    ['only the author changed it', 'a', 'a', 'b', 'b', 'taken'],
    ['only another changed it', 'a', 'b', 'a', 'b', 'unchanged'],
    ['both wrote the same', 'a', 'b', 'b', 'b', 'unchanged'],
    ['both added a line at the end', 'a', 'a\nserver', 'a\ndevice', 'a\nserver\ndevice', 'merged'],
    ['both filled an empty text', null, 'server', 'device', 'server\ndevice', 'merged'],
    ['both filled an empty text', '', 'server', 'device', 'server\ndevice', 'merged'],
    ['an empty text was filled', null, null, 'device', 'device', 'taken'],
    ['null and empty are the same', null, '', 'device', 'device', 'taken'],
    ['the author cleared it', 'a', 'a', null, null, 'taken'],
    ['the author cleared it', 'a', 'a', '', '', 'taken'],
    ['both changed the same line', 'old', 'server', 'device', 'server\ndevice', 'merged'],
    ['both changed other lines', 'one\ntwo\nthree', 'ONE\ntwo\nthree', 'one\ntwo\nTHREE', 'ONE\ntwo\nTHREE', 'merged'],
    ['both added the same line', 'a', 'a\nx', 'a\nx', 'a\nx\nx', 'merged'],
    ['both filled an empty text with the same', null, 'x', 'x', 'x\nx', 'merged'],
    ['the server already holds the change of a line', 'a\nb', 'a\nB\ny', 'a\nB', 'a\nB\ny', 'unchanged'],
    ['one deleted what the other changed', 'a\nb', 'a', 'a\nB', 'a\nB', 'merged'],
    ['one cleared what the other continued', 'a\nb', '', 'a\nb\nc', 'c', 'merged'],
  ])('%s', (_case, base, current, next, value, outcome) => {
    expect(mergeField('text', { base, current, next })).toEqual({ value, outcome })
  })

  it('sees no change in another spelling of line ends', () => {
    const result = mergeField('text', { base: 'a\r\nb', current: 'a\nb', next: 'a\nb\nc' })
    expect(result).toEqual({ value: 'a\nb\nc', outcome: 'taken' })
    expect(mergeField('text', { base: 'a\r\nb', current: 'a\r\nb', next: 'a\nb' }).outcome).toBe('unchanged')
  })

  it('does not empty a text that both people left filled', () => {
    const result = mergeField('text', { base: 'a\nb', current: 'a', next: 'b' })
    expect(result).toEqual({ value: 'b', outcome: 'replaced', replaced: 'a' })
  })

  it('is taken as written when only the author changed it, and stays when only another did', () => {
    const text = fc.option(fc.string({ unit: fc.constantFrom('a', 'b', '\n') }))
    fc.assert(
      fc.property(text, text, (base, next) => {
        const taken = mergeField('text', { base, current: base, next })
        expect(taken.value ?? '').toBe(next ?? '')
        const untouched = mergeField('text', { base, current: next, next: base })
        expect(untouched.value).toBe(next)
      }),
    )
  })

  it('refuses anything but texts', () => {
    expect(() => mergeField('text', { base: 'a', current: 1, next: 'b' })).toThrow(TypeError)
  })
})

describe('a sum below 0 (LINE-02)', () => {
  const merge = (base: number, current: number, next: number) => mergeField('sum', { base, current, next })

  it('is taken no further down by who counts, and up as far as they counted', () => {
    expect(merge(5, -2, 3)).toEqual({ value: -2, outcome: 'floor' })
    expect(merge(-2, -2, 4)).toEqual({ value: 4, outcome: 'taken' })
    expect(merge(1, -3, 2)).toEqual({ value: -2, outcome: 'merged' })
    expect(merge(3, 1, 0)).toEqual({ value: 0, outcome: 'floor' })
  })
})
