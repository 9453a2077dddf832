import { describe, expect, it } from 'vitest'
import { makeBacklog } from './page/backlog.ts'
import { findFirstRows, findWanted } from './page/page-painting.ts'
import { hotFunctionsToLines, profileToHotFunctions } from './harness/cpu-profile.ts'
import { figureToRatio, hasNumbers, judgeFigure, type Figure, type Target } from './harness/figure.ts'
import { median, roundForPeople } from './harness/stats.ts'
import { alignRows, figuresToText, targetToText } from './harness/table.ts'

const figure = (product: number, baseline: number | undefined, target: Target | undefined): Figure => ({
  name: 'first-sync',
  what: 'First sync',
  unit: 'ms',
  product: { label: 'product', runs: [product], median: product },
  baseline: baseline === undefined ? undefined : { label: 'bare', runs: [baseline], median: baseline },
  target,
  notes: ['page size 500'],
  profile: [],
})

describe('the median', () => {
  it('is the middle value, or the mean of the two in the middle', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([4, 1, 3, 2])).toBe(2.5)
    expect(median([7])).toBe(7)
  })

  it('does not exist without values', () => {
    expect(() => median([])).toThrow(RangeError)
  })

  it('leaves the given values in their order', () => {
    const values = [3, 1, 2]
    median(values)
    expect(values).toEqual([3, 1, 2])
  })
})

it('rounds for people: three digits, whole numbers whole', () => {
  expect([0.123456, 2.345, 12.345, 99.96, 1234.5].map(roundForPeople)).toEqual([0.123, 2.35, 12.3, 100, 1235])
})

describe('a figure', () => {
  it('compares the ratio or its own value with the target', () => {
    expect(figureToRatio(figure(500, 200, undefined))).toBe(2.5)
    expect(judgeFigure(figure(500, 200, { of: 'ratio', atMost: 2.5 }))).toBe('met')
    expect(judgeFigure(figure(501, 200, { of: 'ratio', atMost: 2.5 }))).toBe('MISSED')
    expect(judgeFigure(figure(14, 100, { of: 'ratio', atLeast: 0.15 }))).toBe('MISSED')
    expect(judgeFigure(figure(15, 100, { of: 'ratio', atLeast: 0.15 }))).toBe('met')
    expect(judgeFigure(figure(249, undefined, { of: 'value', atMost: 250 }))).toBe('met')
    expect(judgeFigure(figure(1, 2, undefined))).toBe('no target')
  })

  it('misses its target when it has no number to compare', () => {
    expect(judgeFigure(figure(500, undefined, { of: 'ratio', atMost: 2.5 }))).toBe('MISSED')
    expect(judgeFigure(figure(500, 0, { of: 'ratio', atMost: 2.5 }))).toBe('MISSED')
    expect(judgeFigure(figure(Number.NaN, undefined, { of: 'value', atMost: 250 }))).toBe('MISSED')
  })

  it('has no numbers when the product or the baseline measured nothing', () => {
    expect(hasNumbers(figure(0, undefined, undefined))).toBe(true)
    expect(hasNumbers(figure(500, 200, undefined))).toBe(true)
    expect(hasNumbers(figure(Number.NaN, 200, undefined))).toBe(false)
    expect(hasNumbers(figure(500, Number.NaN, undefined))).toBe(false)
  })
})

describe('the table', () => {
  it('aligns its columns', () => {
    expect(
      alignRows([
        ['a', 'bb'],
        ['ccc', 'd'],
      ]),
    ).toEqual(['a    bb', '───  ──', 'ccc  d'])
  })

  it('names the target with its unit only where it is no ratio', () => {
    expect(targetToText({ of: 'ratio', atMost: 1.5 }, 'ms')).toBe('≤ 1.5')
    expect(targetToText({ of: 'value', atMost: 250 }, 'MB')).toBe('≤ 250 MB')
  })

  it('shows verdict, runs, notes and the profile of a missed target', () => {
    const missed = { ...figure(600, 200, { of: 'ratio' as const, atMost: 2.5 }), profile: ['90.0 %  10 ms  bulkWrite'] }
    const text = figuresToText([missed])
    expect(text).toMatch(/First sync +600 ms +200 ms +3 +≤ 2.5 +MISSED/)
    expect(text).toContain('first-sync: MISSED\n  product: 600 ms\n  bare: 200 ms\n  page size 500\n  │ 90.0 %  10 ms  bulkWrite')
  })
})

it('sums a CPU profile by function, leaving idle time out', () => {
  const frame = (functionName: string, url = 'http://x/assets/app.js') => ({ functionName, url, lineNumber: 4 })
  const functions = profileToHotFunctions({
    nodes: [
      { id: 1, callFrame: frame('(root)', '') },
      { id: 2, callFrame: frame('(idle)', '') },
      { id: 3, callFrame: frame('parse') },
      { id: 4, callFrame: frame('') },
      { id: 5, callFrame: frame('parse') },
    ],
    samples: [2, 3, 4, 5, 3],
    timeDeltas: [0, 5_000, 3_000, 1_000, 2_000],
  })
  expect(functions).toEqual([
    { name: 'parse', place: 'app.js:5', selfMs: 5, share: 5 / 6 },
    { name: '(anonymous)', place: 'app.js:5', selfMs: 1, share: 1 / 6 },
  ])
  expect(hotFunctionsToLines(functions)[0]).toBe(' 83.3 %      5 ms  parse (app.js:5)')
})

describe('what a list has painted', () => {
  const painting = (atMs: number, rows: string[], total = '13') => ({ atMs, rows, total })
  const all = Array.from({ length: 12 }, (_, index) => `order ${index}`)
  const log = [
    painting(1, []),
    painting(2, all.toReversed()),
    painting(3, all.slice(0, 4)),
    painting(4, all.slice(0, 10)),
    painting(5, all, '500'),
    painting(6, all),
  ]
  const wanted = { rows: all, total: '13' }

  it('counts as the first page with the rows of the first screen, in their order', () => {
    expect(findFirstRows(log)?.atMs).toBe(2)
    expect(findWanted(log, wanted)?.atMs).toBe(4)
    expect(findWanted([painting(1, all.slice(0, 2))], { rows: all.slice(0, 2), total: '3' })?.atMs).toBe(1)
  })

  it('counts as a whole answer with all rows and their total', () => {
    expect(findWanted(log, wanted, true)?.atMs).toBe(6)
    expect(findWanted(log.slice(0, 5), wanted, true)).toBeUndefined()
  })
})

describe('the backlog of a week', () => {
  const rows = (kind: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: `${kind}-${index}`, orderStatusId: 'new', orderNotes: null, quotedCost: null, customerNotes: null }))
  const make = () => {
    let ids = 0
    return makeBacklog({
      shopId: 'shop',
      orders: rows('order', 40),
      customers: rows('customer', 20),
      statusIds: ['new', 'fixed', 'gone'],
      count: 1_000,
      now: new Date('2026-03-09T09:00:00Z'),
      newId: () => `id-${(ids += 1)}`,
    })
  }

  it('is a mix over many rows, and the same each time', () => {
    const backlog = make()
    const ops = backlog.flatMap((mutation) => mutation.ops)
    expect(backlog).toHaveLength(1_000)
    expect(new Set(backlog.map(({ id }) => id)).size).toBe(1_000)
    expect(new Set(ops.map(({ action, collection }) => `${action} ${collection}`))).toEqual(new Set(['update orders', 'create payments', 'update customers']))
    expect(ops.filter(({ id }) => id === 'order-0').length).toBeGreaterThan(40)
    expect(backlog.map(({ at }) => at)).toEqual(backlog.map(({ at }) => at).toSorted())
    expect(make()).toEqual(backlog)
  })

  it('starts each action from the values that the one before it wrote', () => {
    const held = new Map<string, unknown>()
    const changes = make().flatMap(({ ops }) =>
      ops.flatMap((op) => (op.action === 'update' ? Object.entries(op.changes).map(([field, change]) => ({ key: `${op.id}.${field}`, ...change })) : [])),
    )
    const strange = changes.filter(({ key, from, to }) => {
      const isStrange = held.has(key) && held.get(key) !== from
      held.set(key, to)
      return isStrange
    })
    expect(strange).toEqual([])
    expect(changes.filter(({ key, from, to }) => key.endsWith('orderStatusId') && from === to)).toEqual([])
  })
})
