import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffLines, type Hunk } from './line-diff.ts'

function applyHunks(base: readonly string[], hunks: readonly Hunk[]): string[] {
  const done: string[] = []
  let place = 0
  for (const { start, end, lines } of hunks) {
    expect(start).toBeGreaterThanOrEqual(place)
    done.push(...base.slice(place, start), ...lines)
    place = end
  }
  return [...done, ...base.slice(place)]
}

const linesOf = (size: { minLength: number; maxLength: number }) => fc.array(fc.constantFrom('a', 'b', ''), size)
const long = { minLength: 250, maxLength: 400 }

describe('diffLines', () => {
  it.each([
    ['short texts', { minLength: 0, maxLength: 12 }, 2000],
    ['long texts of few different lines', long, 100],
  ])('gives the changed text from the base, for %s', (_case, size, numRuns) => {
    fc.assert(
      fc.property(linesOf(size), linesOf(size), (base, changed) => {
        expect(applyHunks(base, diffLines(base, changed))).toEqual(changed)
      }),
      { numRuns },
    )
  })

  it('finds additions and deletions as such in a long text of few different lines', () => {
    fc.assert(
      fc.property(linesOf(long), fc.array(fc.nat(400), { maxLength: 20 }), (base, places) => {
        const grown = [...base]
        for (const place of places) grown.splice(place, 0, 'a')
        expect(diffLines(base, grown).every(({ start, end }) => start === end)).toBe(true)
        expect(diffLines(grown, base).every(({ lines }) => lines.length === 0)).toBe(true)
      }),
      { numRuns: 100 },
    )
  })

  it('cuts texts that were changed all over at the lines that occur once', () => {
    const paragraph = (index: number, text: string): string[] => [`chapter ${index}`, ...Array.from({ length: 30 }, () => text)]
    const base = Array.from({ length: 100 }, (_, index) => paragraph(index, 'a')).flat()
    const changed = Array.from({ length: 100 }, (_, index) => paragraph(index, 'b')).flat()
    const hunks = diffLines(base, changed)
    expect(applyHunks(base, hunks)).toEqual(changed)
    expect(hunks).toHaveLength(100)
  })
})
