import fc from 'fast-check'
import { expect, it } from 'vitest'
import { rangeOf, toggleIds, without } from './use-selection.ts'

const ids = Array.from({ length: 12 }, (_, index) => `id-${index}`)
const place = fc.nat(ids.length - 1)

it('a range holds both ends and all between them, from whichever end it is drawn', () => {
  fc.assert(
    fc.property(place, place, (from, to) => {
      const range = rangeOf(ids, from, to)
      expect(range).toEqual(rangeOf(ids, to, from))
      expect(range).toHaveLength(Math.abs(from - to) + 1)
      expect(range).toContain(ids[from])
      expect(range).toContain(ids[to])
    }),
  )
})

it('a range becomes as a whole what the row pressed becomes, and touches no other', () => {
  fc.assert(
    fc.property(fc.subarray(ids), place, place, (selected, from, to) => {
      const range = rangeOf(ids, from, to)
      const after = toggleIds(new Set(selected), ids[to] ?? '', range)
      const isOn = !selected.includes(ids[to] ?? '')
      for (const id of ids) expect(after.has(id)).toBe(range.includes(id) ? isOn : selected.includes(id))
    }),
  )
})

it('a selection is the same one where nothing of it is gone', () => {
  const held = new Set(['id-1', 'id-2'])
  expect(without(held, ['id-5'])).toBe(held)
  expect([...without(held, ['id-1', 'id-5'])]).toEqual(['id-2'])
})
