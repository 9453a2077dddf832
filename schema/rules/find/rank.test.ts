import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TopMatches, compareRanks, type MatchKind, type Rank } from './rank.ts'

const match = fc.constantFrom<MatchKind>('ticket', 'exact', 'former', 'words', 'near')
const rank: fc.Arbitrary<Rank> = fc.record({
  match,
  isFinished: fc.boolean(),
  at: fc.constantFrom('', '2026-03-01T10:00:00.000Z', '2026-03-02T10:00:00.000Z'),
  sortKey: fc.constantFrom('a', 'b'),
})
const base: Rank = { match: 'words', isFinished: false, at: '2026-03-01T10:00:00.000Z', sortKey: '' }

describe('the order of what was found', () => {
  it.each([
    ['a ticket before a phone', { match: 'ticket', isFinished: true }, { match: 'exact' }],
    ['a phone before a former number', { match: 'exact', isFinished: true }, { match: 'former' }],
    ['a phone before a word', { match: 'exact', isFinished: true }, {}],
    ['a word before one with a wrong letter', { isFinished: true }, { match: 'near' }],
    ['open before finished', { at: '2020-01-01T10:00:00.000Z' }, { isFinished: true }],
    ['recent before old', { at: '2026-03-01T10:00:00.001Z', sortKey: 'z' }, { sortKey: 'a' }],
    ['by the sort key at last', { sortKey: 'a' }, { sortKey: 'b' }],
  ] as const)('has %s', (_, first, second) => {
    expect(compareRanks({ ...base, ...first }, { ...base, ...second })).toBeLessThan(0)
    expect(compareRanks({ ...base, ...second }, { ...base, ...first })).toBeGreaterThan(0)
  })

  it('keeps the same few as sorting all, of equal ones those that came first', () => {
    fc.assert(
      fc.property(fc.array(rank, { maxLength: 40 }), fc.nat({ max: 10 }), (ranks, limit) => {
        const best = new TopMatches<number>(limit)
        for (const [row, own] of ranks.entries()) if (best.mayTake(own.match, own.isFinished)) best.add(row, own)
        const sorted = ranks.map((own, row) => ({ row, own })).sort((one, other) => compareRanks(one.own, other.own) || one.row - other.row)
        expect(best.list().map(({ row }) => row)).toEqual(sorted.slice(0, limit).map(({ row }) => row))
      }),
    )
  })
})
