import { describe, expect, it } from 'vitest'
import { findFirstRows, findWanted } from './page/page-painting.ts'
import { figureToRatio, hasNumbers, judgeFigure, median, type Figure, type Target } from './harness/figure.ts'
import { figuresToText, roundForPeople } from './harness/figures-table.ts'

const figure = (product: number, baseline?: number, target?: Target): Figure => ({
  name: 'first-sync',
  what: 'First sync',
  unit: 'ms',
  product: { label: 'product', runs: [product], median: product },
  ...(baseline !== undefined && { baseline: { label: 'bare', runs: [baseline], median: baseline } }),
  ...(target && { target }),
  notes: ['page size 500'],
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
    expect(figureToRatio(figure(500, 200))).toBe(2.5)
    expect(judgeFigure(figure(500, 200, { of: 'ratio', atMost: 2.5 }))).toBe('met')
    expect(judgeFigure(figure(501, 200, { of: 'ratio', atMost: 2.5 }))).toBe('MISSED')
    expect(judgeFigure(figure(14, 100, { of: 'ratio', atLeast: 0.15 }))).toBe('MISSED')
    expect(judgeFigure(figure(15, 100, { of: 'ratio', atLeast: 0.15 }))).toBe('met')
    expect(judgeFigure(figure(249, undefined, { of: 'value', atMost: 250 }))).toBe('met')
    expect(judgeFigure(figure(1, 2))).toBe('no target')
  })

  it('misses its target when it has no number to compare', () => {
    expect(judgeFigure(figure(500, undefined, { of: 'ratio', atMost: 2.5 }))).toBe('MISSED')
    expect(judgeFigure(figure(500, 0, { of: 'ratio', atMost: 2.5 }))).toBe('MISSED')
    expect(judgeFigure(figure(Number.NaN, undefined, { of: 'value', atMost: 250 }))).toBe('MISSED')
  })

  it('has no numbers when the product or the baseline measured nothing', () => {
    expect(hasNumbers(figure(0))).toBe(true)
    expect(hasNumbers(figure(500, 200))).toBe(true)
    expect(hasNumbers(figure(Number.NaN, 200))).toBe(false)
    expect(hasNumbers(figure(500, Number.NaN))).toBe(false)
  })
})

it('the table shows ratio, target and verdict in columns, and runs and notes below', () => {
  const text = figuresToText([figure(600, 200, { of: 'ratio', atMost: 2.5 }), figure(249, undefined, { of: 'value', atMost: 250 })])
  expect(text.split('\n')).toEqual([
    'Measure     Product  Baseline  Ratio  Target    Verdict',
    '──────────  ───────  ────────  ─────  ────────  ───────',
    'First sync  600 ms   200 ms    3      ≤ 2.5     MISSED',
    'First sync  249 ms                    ≤ 250 ms  met',
    '',
    'first-sync: MISSED',
    '  product: 600 ms',
    '  bare: 200 ms',
    '  page size 500',
    '',
    'first-sync: met',
    '  product: 249 ms',
    '  page size 500',
    '',
  ])
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
