import { describe, expect, it } from 'vitest'
import { countTested, findMissingTests, testsToPrinted, toOrderTests } from './order-tests.ts'

const list = (id: string, deviceKind: string | null, items: string[], more: object = {}) => ({
  id,
  name: id,
  deviceKind,
  items: JSON.stringify(items),
  archived: false,
  createdAt: '',
  ...more,
})
let count = 0
const result = (testId: string, item: string, phase: string, outcome: string, note: string | null = null) => ({
  id: `result-${count}`,
  testId,
  item,
  phase,
  result: outcome,
  note,
  createdAt: `2026-03-01T10:00:${String(count++).padStart(2, '0')}.000Z`,
})
const lists = [
  list('phones', 'phone', ['Camera', 'Wi-Fi']),
  list('all', null, ['Power']),
  list('laptops', 'laptop', ['Keys']),
  list('old', null, ['Radio'], { archived: true }),
]
const idsOf = (kind: string | undefined, results: ReturnType<typeof result>[] = []) => toOrderTests(lists, results, kind).map(({ id }) => id)

describe('the tests of an order', () => {
  it('TESTS-01: are the lists of its kind of device and of any, and those that were used', () => {
    expect([idsOf('phone'), idsOf('tablet'), idsOf(undefined)]).toEqual([['all', 'phones'], ['all'], ['all', 'laptops', 'phones']])
    expect(idsOf('phone', [result('old', 'Radio', 'before', 'pass'), result('laptops', 'Keys', 'before', 'pass')])).toEqual(['all', 'laptops', 'old', 'phones'])
  })

  it('TESTS-01: are asked for by a status of their list, until each item has a result of that phase', () => {
    const asking = lists.map((one) => ({ ...one, beforeStatusId: one.id === 'phones' ? 'lab' : null, afterStatusId: one.id === 'old' ? null : 'fixed' }))
    const missing = (statusId: string, deviceKind?: string) =>
      findMissingTests(asking, [result('phones', 'Camera', 'before', 'pass'), result('all', 'Power', 'after', 'fail')], { statusId, deviceKind })
    expect(missing('lab', 'phone')).toEqual([{ list: 'phones', phase: 'before', open: 1, all: 2 }])
    expect(missing('fixed', 'phone')).toEqual([{ list: 'phones', phase: 'after', open: 2, all: 2 }])
    expect([missing('fixed', 'tablet'), missing('other', 'phone')]).toEqual([[], []])
  })

  it('TESTS-01: show the newest result of each item before and after, also of an item that left its list', () => {
    const results = [
      result('phones', 'Camera', 'before', 'fail', 'cracked lens '),
      result('phones', 'Camera', 'after', 'fail'),
      result('phones', 'Camera', 'after', 'pass'),
      result('phones', 'Face ID', 'before', 'not-testable'),
    ]
    const tests = toOrderTests(lists, results, 'phone')
    expect(testsToPrinted(tests)).toEqual([
      {
        item: 'Camera',
        outcomes: [
          { phase: 'before', result: 'fail', note: 'cracked lens' },
          { phase: 'after', result: 'pass', note: '' },
        ],
      },
      { item: 'Face ID', outcomes: [{ phase: 'before', result: 'not-testable', note: '' }] },
    ])
    expect([countTested(tests, 'before'), countTested(tests, 'after')]).toEqual([
      { done: 2, all: 4, failed: 1 },
      { done: 1, all: 4, failed: 0 },
    ])
  })
})
