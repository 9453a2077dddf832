import { describe, expect, it } from 'vitest'
import { findDeliveries, percentile, type HeardEvents, type SeqByCollection } from './delivery.ts'

const commits = [
  { atMs: 100, heads: { orders: 1, activities: 2 } },
  { atMs: 120, heads: { orders: 3, activities: 4 } },
  { atMs: 140, heads: { tasks: 5 } },
]

/** [device, time, heads of the event] */
const toHeard = (events: [number, number, SeqByCollection][]): HeardEvents => {
  const texts = [...new Set(events.map(([, , heads]) => JSON.stringify(heads)))]
  return {
    devices: Uint32Array.from(events, ([device]) => device),
    atMs: Float64Array.from(events, ([, atMs]) => atMs),
    events: Uint32Array.from(events, ([, , heads]) => texts.indexOf(JSON.stringify(heads))),
    texts,
  }
}
const find = (events: [number, number, SeqByCollection][], devices = 1) =>
  findDeliveries(commits, toHeard(events), devices, (text) => JSON.parse(text) as SeqByCollection)

describe('the deliveries of changes', () => {
  it('take from the commit to the first event that covers all of the change', () => {
    const { delaysMs, lost, known } = find([
      [0, 90, { orders: 0, activities: 0, tasks: 0 }],
      [0, 101, { orders: 1 }],
      [0, 103, { activities: 2 }],
      [0, 125, { orders: 3, activities: 4 }],
      [0, 141, { tasks: 5 }],
    ])
    expect([...delaysMs]).toEqual([1, 3, 5])
    expect(lost).toBe(0)
    expect(known).toEqual([{ orders: 3, activities: 4, tasks: 5 }])
  })

  it('count each change of an event that covers several', () => {
    expect([...find([[0, 150, { orders: 3, activities: 4, tasks: 5 }]]).delaysMs]).toEqual([10, 30, 50])
  })

  it('are lost where no event covers the change, for each device by itself', () => {
    const { delaysMs, lost } = find(
      [
        [0, 150, { orders: 3, activities: 4, tasks: 5 }],
        [1, 130, { orders: 3, activities: 4 }],
      ],
      3,
    )
    expect([...delaysMs]).toEqual([10, 10, 30, 30, 50])
    expect(lost).toBe(1 + 3)
  })

  it('count events with an earlier state', () => {
    expect(
      find([
        [0, 130, { orders: 3 }],
        [0, 131, { orders: 1 }],
      ]).backward,
    ).toBe(1)
  })
})

it('takes a percentile by its rank', () => {
  const values = Float64Array.from({ length: 200 }, (_, index) => index + 1)
  expect([percentile(values, 0.5), percentile(values, 0.99), percentile(values, 1)]).toEqual([100, 198, 200])
  expect(percentile(Float64Array.of(7), 0.99)).toBe(7)
  expect(() => percentile(Float64Array.of(), 0.5)).toThrow(RangeError)
})
