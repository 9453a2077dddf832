import { describe, expect, it } from 'vitest'
import type { Activity } from '#schema/collections/people/activities.ts'
import { compareActivities, filterActivities } from './activities-filters.ts'

const activity = (seq: number, auditText: string, createdAt: string, userId: string | null = 'ann', arrivedAt: string | null = null): Activity => ({
  id: `a${seq}`,
  shopId: 's',
  createdAt,
  updatedAt: createdAt,
  seq,
  auditText,
  kind: null,
  values: null,
  userId,
  arrivedAt,
  orderId: null,
  customerId: null,
})

const activities = [
  activity(1, "Order 'iPhone 12' created", '2026-03-02T04:59:00.000Z'),
  activity(2, "Customer 'Zoë' updated", '2026-03-02T05:00:00.000Z', 'max'),
  activity(3, "Order 'Lamp' created", '2026-03-03T12:00:00.000Z', null),
]
const authorOf = ({ userId }: Activity) =>
  userId === null ? { name: 'Customer portal', loginId: '' } : userId === 'ann' ? { name: 'Ann Lee', loginId: 'front.desk' } : { name: 'max', loginId: 'max' }
const find = (filters: Partial<{ search: string; from: string | null; to: string | null }>): number[] =>
  filterActivities(activities, { search: '', from: null, to: null, ...filters }, authorOf, 'America/Toronto').map(({ seq }) => seq)

describe('the filters of activities', () => {
  it('find every word in the text, the name or the login id, without regard to case and accents', () => {
    expect(find({ search: 'zoe' })).toEqual([2])
    expect(find({ search: 'order ANN' })).toEqual([1])
    expect(find({ search: 'front.desk iphone' })).toEqual([1])
    expect(find({ search: 'portal' })).toEqual([3])
    expect(find({ search: 'lamp ann' })).toEqual([])
  })

  it('find all of the order whose ticket is typed, and what has the words', () => {
    const ofOrder = { ...activity(4, "Payment '$5.00' created", '2026-03-04T12:00:00.000Z'), orderId: 'h7' }
    const found = filterActivities([...activities, ofOrder], { search: 'lamp', from: null, to: null }, authorOf, 'America/Toronto', 'h7')
    expect(found.map(({ seq }) => seq)).toEqual([3, 4])
  })

  it('go by the calendar days of the zone, inclusive at both ends', () => {
    expect(find({ from: '2026-03-02' })).toEqual([2, 3])
    expect(find({ to: '2026-03-01' })).toEqual([1])
    expect(find({ from: '2026-03-02', to: '2026-03-02' })).toEqual([2])
  })

  it('find what came in late under the day of the mutation and under the day of its arrival', () => {
    const late = activity(4, "Order 'Lamp' deleted", '2025-12-24T12:00:00.000Z', 'ann', '2026-03-02T20:00:00.000Z')
    const findLate = (from: string | null, to: string | null): number[] =>
      filterActivities([late], { search: '', from, to }, authorOf, 'America/Toronto').map(({ seq }) => seq)
    expect(findLate('2026-03-02', '2026-03-02')).toEqual([4])
    expect(findLate('2025-12-24', '2025-12-24')).toEqual([4])
    expect(findLate('2026-01-01', '2026-02-01')).toEqual([])
    expect(findLate('2026-03-03', null)).toEqual([])
  })
})

it('activities come newest first, those of one moment in the reverse order of their writing', () => {
  const at = '2026-03-02T05:00:00.000Z'
  expect([activity(1, 'a', at), activity(3, 'c', '2026-03-01T05:00:00.000Z'), activity(2, 'b', at)].toSorted(compareActivities).map(({ seq }) => seq)).toEqual([
    2, 1, 3,
  ])
})
