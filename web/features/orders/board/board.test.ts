import fc from 'fast-check'
import { expect, it } from 'vitest'
import { orderStatusById, orderStatuses, orderStatusIdByName } from '#schema/values/order-status.ts'
import { isFoldedAtFirst, toBoardStatuses, readFolds, writeFolds } from './board-view.tsx'
import { readSpan, scrollTo, toPlaces } from './board-column.tsx'

const allIds = orderStatuses.map(({ id }) => id)
const namesOf = (ids: readonly string[]) => ids.map((id) => orderStatusById.get(id)?.statusName)

it('columns stand in the order in which an order goes through them, finished ones last', () => {
  expect(namesOf(toBoardStatuses(allIds, 'all'))).toEqual([
    'Dropped Off',
    'Lead',
    'Diagnosis',
    'In Progress',
    'In the Lab',
    'Waiting For Approval',
    'Waiting For Part',
    'Waiting for information',
    ...namesOf(toBoardStatuses(allIds, 'all')).slice(8),
  ])
  expect(namesOf(toBoardStatuses(allIds, 'open'))).toHaveLength(8)
  expect(namesOf(toBoardStatuses(allIds, [orderStatusIdByName['Fixed']]))).toEqual(['Fixed'])
})

it('finished columns are folded until somebody looks for them', () => {
  expect(isFoldedAtFirst(orderStatusIdByName['Picked up'], 'all')).toBe(true)
  expect(isFoldedAtFirst(orderStatusIdByName['Picked up'], [orderStatusIdByName['Picked up']])).toBe(false)
  expect(isFoldedAtFirst(orderStatusIdByName['Lead'], 'all')).toBe(false)
})

it('what a person folded is there again, for that person in that shop, and what is no such note is passed over', () => {
  const held = new Map<string, string>()
  const storage = { getItem: (key: string) => held.get(key) ?? null, setItem: (key: string, value: string) => void held.set(key, value) }
  writeFolds('ada', 'north', { lead: true, fixed: false }, storage)
  expect(readFolds('ada', 'north', storage)).toEqual({ lead: true, fixed: false })
  expect(readFolds('ada', 'south', storage)).toEqual({})
  expect(readFolds('bob', 'north', storage)).toEqual({})
  for (const broken of ['{', 'null', '[1]', '{"lead":"yes"}']) {
    for (const key of held.keys()) held.set(key, broken)
    expect(readFolds('ada', 'north', storage)).toEqual({})
  }
  expect(readFolds('ada', 'north', undefined)).toEqual({})
})

const scrolled = fc.record({
  scrollTop: fc.nat(8_000_000),
  height: fc.integer({ min: 100, max: 2_000 }),
  stride: fc.integer({ min: 60, max: 240 }),
  count: fc.nat(60_000),
})

it('every place in sight has a card, and however long the column is there are few of them', () => {
  fc.assert(
    fc.property(scrolled, (at) => {
      const span = readSpan(at)
      expect(span.to - span.from).toBeLessThanOrEqual(at.height / at.stride + 8)
      for (let place = 0; place < at.count; place += Math.max(1, Math.floor(at.count / 50))) {
        const isInSight = (place + 1) * at.stride > at.scrollTop && place * at.stride < at.scrollTop + at.height
        if (isInSight) expect(place >= span.from && place < span.to).toBe(true)
      }
    }),
  )
})

it('a card that is held keeps its place beside those in sight, each once', () => {
  expect(toPlaces({ from: 10, to: 13 }, [2, 11, -1, 99, 40], 50)).toEqual([2, 10, 11, 12, 40])
})

it('a column moves just as far as a place needs to be in sight', () => {
  fc.assert(
    fc.property(scrolled, fc.nat(60_000), (at, place) => {
      const top = scrollTo(place, at)
      if (at.stride <= at.height) {
        expect(place * at.stride).toBeGreaterThanOrEqual(top)
        expect((place + 1) * at.stride).toBeLessThanOrEqual(top + at.height)
      }
      expect(scrollTo(place, { ...at, scrollTop: top })).toBe(top)
    }),
  )
})
