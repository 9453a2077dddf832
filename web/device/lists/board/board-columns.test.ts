import fc from 'fast-check'
import { expect, it } from 'vitest'
import { groupByStatus } from './board-columns.ts'

const statuses = ['a', 'b', 'c'].map((id, place) => ({ id, place }))
type Entry = { id: string; status: (typeof statuses)[number] }

const entries = fc
  .array(fc.constantFrom(...statuses), { maxLength: 40 })
  .map((picked): Entry[] => picked.map((status, index) => ({ id: `order-${index}`, status })))

const finderOf = (all: readonly Entry[]) => (id: string) => all.find((entry) => entry.id === id)

it('every order stands in the column of its status, in list order, at the place that it is asked for', () => {
  fc.assert(
    fc.property(entries, (all) => {
      const columns = groupByStatus(all, finderOf(all), new Map())
      for (const { id: statusId } of statuses) {
        const expected = all.filter(({ status }) => status.id === statusId).map(({ id }) => id)
        const column = columns.get(statusId)
        expect(column?.count ?? 0).toBe(expected.length)
        expect(column?.idsBetween(0, expected.length) ?? []).toEqual(expected)
        for (const { id } of all) expect(column?.placeOf(id) ?? -1).toBe(expected.indexOf(id))
      }
    }),
  )
})

it('a column that holds the same is the same object, and only those that changed are others', () => {
  fc.assert(
    fc.property(entries, fc.nat(39), fc.constantFrom(...statuses), (all, place, status) => {
      const before = groupByStatus(all, finderOf(all), new Map())
      const after = all.map((entry, index) => (index === place ? { ...entry, status } : entry))
      const columns = groupByStatus(after, finderOf(after), before)
      const touched = [all[place]?.status.id, after[place]?.status.id]
      for (const { id } of statuses) expect(columns.get(id) === before.get(id)).toBe(!touched.includes(id))
    }),
  )
})

it('a held column knows the place of a card in sight when the order is another entry by now', () => {
  const all: Entry[] = statuses.map((status, index) => ({ id: `order-${index}`, status }))
  const columns = groupByStatus(all, () => undefined, new Map())
  expect(columns.get('b')?.idsBetween(0, 1)).toEqual(['order-1'])
  expect(columns.get('b')?.placeOf('order-1')).toBe(0)
})
