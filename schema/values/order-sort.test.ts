import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareOrders, orderSortKey, orderSortKeyMaxLength, type OrderSortFields, sortKeyToDue, sortKeyToWorkKey } from './order-sort.ts'
import { finishedStatusNames, isFinishedStatus, orderStatuses, orderStatusIdByName } from './order-status.ts'

const base: OrderSortFields = {
  id: '018f0000-0000-7000-8000-000000000005',
  priority: false,
  dueTimestamp: null,
  orderStatusId: orderStatusIdByName.Lead,
  createdAt: '2026-05-01T10:00:00.000Z',
}
const order = (changes: Partial<OrderSortFields>): OrderSortFields => ({ ...base, ...changes })
const byCodeUnits = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const byKey = (a: OrderSortFields, b: OrderSortFields) => byCodeUnits(orderSortKey(a), orderSortKey(b))

const instant = fc
  .date({ min: new Date('0001-01-01T00:00:00.000Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
  .map((date) => date.toISOString())
const edgeInstant = fc.constantFrom(
  '0001-01-01T00:00:00.000Z',
  '0999-12-31T23:59:59.999Z',
  '1969-12-31T23:59:59.999Z',
  '1970-01-01T00:00:00.000Z',
  '2024-02-29T00:00:00.000Z',
  '2026-05-01T10:00:00.000Z',
  '2026-05-01T10:00:00.001Z',
  '9999-12-31T23:59:59.999Z',
)
const someInstant = fc.oneof(instant, edgeInstant)
const someOrder: fc.Arbitrary<OrderSortFields> = fc.record({
  id: fc.oneof(fc.uuid(), fc.constantFrom(base.id, '018f0000-0000-7000-8000-00000000000a')),
  priority: fc.boolean(),
  dueTimestamp: fc.option(someInstant),
  orderStatusId: fc.oneof(fc.constantFrom(...orderStatuses.map((status) => status.id)), fc.uuid()),
  createdAt: someInstant,
})

const anyOrder = fc.tuple(someOrder, fc.constantFrom('repair', 'sale')).map(([fields, kind]) => ({ ...fields, kind }))

const pairs: [string, OrderSortFields, OrderSortFields][] = [
  ['priority before everything else', order({ priority: true, createdAt: '2020-01-01T00:00:00.000Z' }), order({ dueTimestamp: '2026-01-01T00:00:00.000Z' })],
  ['a finished priority order before an unfinished one without', order({ priority: true, orderStatusId: orderStatusIdByName.Cancelled }), order({})],
  ['a due date before none', order({ dueTimestamp: '2027-01-01T00:00:00.000Z' }), order({ createdAt: '2026-12-31T00:00:00.000Z' })],
  ['the earlier due date', order({ dueTimestamp: '2026-05-02T10:00:00.000Z' }), order({ dueTimestamp: '2026-05-02T10:00:00.001Z' })],
  [
    'a finished order that is due before an unfinished one that is not',
    order({ dueTimestamp: '2026-05-02T10:00:00.000Z', orderStatusId: orderStatusIdByName['Picked up'] }),
    order({}),
  ],
  ['any repair before a sale', order({ orderStatusId: orderStatusIdByName.Cancelled }), order({ kind: 'sale', priority: true })],
  [
    'the newest sale',
    order({ kind: 'sale', createdAt: '2026-06-01T00:00:00.000Z' }),
    order({ kind: 'sale', priority: true, dueTimestamp: '2026-05-02T10:00:00.000Z' }),
  ],
  ['unfinished before finished', order({ createdAt: '2020-01-01T00:00:00.000Z' }), order({ orderStatusId: orderStatusIdByName.Fixed })],
  ['the newest created', order({ createdAt: '2026-05-01T10:00:00.001Z' }), order({})],
  [
    'the newest created, not the unfinished status that is named first',
    order({ createdAt: '2026-06-01T00:00:00.000Z', orderStatusId: orderStatusIdByName['Waiting For Part'] }),
    order({ orderStatusId: orderStatusIdByName.Diagnosis }),
  ],
  [
    'an unknown status among the unfinished',
    order({ orderStatusId: 'ffffffff-ffff-4fff-8fff-ffffffffffff' }),
    order({ orderStatusId: orderStatusIdByName.Fixed }),
  ],
  ['the smaller id where all else is equal', order({ id: '018f0000-0000-7000-8000-000000000004' }), order({})],
]

describe.each([
  ['compareOrders', compareOrders],
  ['orderSortKey', byKey],
] as const)('%s', (_name, compare) => {
  it.each(pairs)('puts %s first', (_rule, first, second) => {
    expect(compare(first, second)).toBeLessThan(0)
    expect(compare(second, first)).toBeGreaterThan(0)
    expect(compare(first, first)).toBe(0)
  })

  it('sorts the finished group Fixed, Not Fixable, Part Not Available, Recycled, Picked up, Cancelled', () => {
    const list = finishedStatusNames.map((name) => order({ orderStatusId: orderStatusIdByName[name] }))
    expect(list.toReversed().sort(compare)).toEqual(list)
  })
})

describe('the key and the comparator', () => {
  it('agree on every pair', () => {
    fc.assert(
      fc.property(anyOrder, anyOrder, (a, b) => {
        expect(Math.sign(byKey(a, b))).toBe(Math.sign(compareOrders(a, b)))
      }),
      { numRuns: 3000 },
    )
  })

  it('agree on pairs that differ in one field only', () => {
    const oneChange = fc.tuple(anyOrder, anyOrder, fc.constantFrom(...(Object.keys(base) as (keyof OrderSortFields)[])))
    fc.assert(
      fc.property(oneChange, ([a, other, key]) => {
        const b = { ...a, [key]: other[key] }
        expect(Math.sign(byKey(a, b))).toBe(Math.sign(compareOrders(a, b)))
      }),
      { numRuns: 3000 },
    )
  })

  it('sort any list the same way', () => {
    fc.assert(
      fc.property(fc.array(anyOrder, { maxLength: 60 }), (list) => {
        expect(list.toSorted(byKey)).toEqual(list.toSorted(compareOrders))
      }),
      { numRuns: 300 },
    )
  })
})

describe('compareOrders', () => {
  it('is antisymmetric and transitive', () => {
    fc.assert(
      fc.property(anyOrder, anyOrder, anyOrder, (a, b, c) => {
        expect(Math.sign(compareOrders(a, b)) + Math.sign(compareOrders(b, a))).toBe(0)
        if (compareOrders(a, b) <= 0 && compareOrders(b, c) <= 0) expect(compareOrders(a, c)).toBeLessThanOrEqual(0)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('orderSortKey', () => {
  it('is printable ASCII within its maximum length', () => {
    fc.assert(
      fc.property(anyOrder, (some) => {
        const key = orderSortKey(some)
        expect(key).toMatch(/^[!-~]+$/)
        expect(key.length).toBeLessThanOrEqual(orderSortKeyMaxLength)
      }),
    )
    expect(orderSortKeyMaxLength).toBeLessThanOrEqual(90)
  })

  it('reaches its maximum length with a due date', () => {
    expect(orderSortKey(order({ dueTimestamp: '2026-05-02T10:00:00.000Z' }))).toHaveLength(orderSortKeyMaxLength)
  })
})

describe('the working order of orders (DAY-01)', () => {
  const byWork = (a: OrderSortFields, b: OrderSortFields) => byCodeUnits(sortKeyToWorkKey(orderSortKey(a)), sortKeyToWorkKey(orderSortKey(b)))

  it('puts priority first, then what is due, then the oldest; flags and due dates of finished orders do not count', () => {
    const due = order({ id: 'due', dueTimestamp: '2026-05-02T10:00:00.000Z' })
    const dueLater = order({ id: 'due-later', dueTimestamp: '2026-06-02T10:00:00.000Z' })
    const urgent = order({ id: 'urgent', priority: true, createdAt: '2026-05-09T10:00:00.000Z' })
    const old = order({ id: 'old', createdAt: '2026-01-01T10:00:00.000Z' })
    const young = order({ id: 'young', createdAt: '2026-05-08T10:00:00.000Z' })
    const pickedUp = { priority: true, dueTimestamp: '2026-01-01T00:00:00.000Z', orderStatusId: orderStatusIdByName['Picked up'] }
    const finished = order({ ...pickedUp, id: 'finished', createdAt: '2026-03-01T10:00:00.000Z' })
    expect([young, finished, old, dueLater, urgent, due].toSorted(byWork).map(({ id }) => id)).toEqual([
      'urgent',
      'due',
      'due-later',
      'old',
      'finished',
      'young',
    ])
  })

  it('is the same for any orders, however they were sorted before', () => {
    const isDone = ({ orderStatusId }: OrderSortFields): boolean => isFinishedStatus(orderStatusId)
    const compareWork = (a: OrderSortFields, b: OrderSortFields): number => {
      const [flagA, flagB] = [a.priority && !isDone(a), b.priority && !isDone(b)]
      if (flagA !== flagB) return flagA ? -1 : 1
      const [dueA, dueB] = [isDone(a) ? null : a.dueTimestamp, isDone(b) ? null : b.dueTimestamp]
      if (dueA !== dueB) return dueA === null ? 1 : dueB === null ? -1 : byCodeUnits(dueA, dueB)
      return byCodeUnits(a.createdAt, b.createdAt) || byCodeUnits(a.id, b.id)
    }
    fc.assert(
      fc.property(someOrder, someOrder, (a, b) => {
        expect(byWork(a, b)).toBe(compareWork(a, b))
      }),
    )
  })

  it('reads the due date back from the key', () => {
    fc.assert(
      fc.property(someOrder, (some) => {
        expect(sortKeyToDue(orderSortKey(some))).toBe(some.dueTimestamp)
      }),
    )
  })
})
