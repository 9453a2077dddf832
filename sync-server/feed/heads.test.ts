import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Heads } from '#schema/api/sync.ts'
import { addHeads, findMovedHeads, hasHeads } from './live.ts'

const heads: fc.Arbitrary<Heads> = fc.dictionary(
  fc.constantFrom('north', 'south'),
  fc.record({ orders: fc.nat(5), customers: fc.nat(5) }, { requiredKeys: [] }),
)

const flatten = (all: Heads): [string, number][] =>
  Object.entries(all).flatMap(([shopId, ofShop]) => Object.entries(ofShop).map(([name, seq]): [string, number] => [`${shopId}/${name}`, seq]))

test('heads only rise, in whatever order processes tell of theirs, and end at the greatest of each', () => {
  fc.assert(
    fc.property(fc.array(heads, { maxLength: 8 }), (told) => {
      const sent: Heads = {}
      const greatest = new Map<string, number>()
      for (const news of told) {
        const before = new Map(flatten(sent))
        const moved = findMovedHeads(sent, news)
        for (const [name, seq] of flatten(moved)) expect(seq).toBeGreaterThan(before.get(name) ?? -1)
        addHeads(sent, news)
        for (const [name, seq] of flatten(news)) greatest.set(name, Math.max(seq, greatest.get(name) ?? 0))
        expect(hasHeads(findMovedHeads(sent, news))).toBe(false)
      }
      expect(new Map(flatten(sent))).toEqual(greatest)
    }),
  )
})
