import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeText } from './merge-text.ts'

const line = fc.constantFrom('', 'a', 'b', 'c', 'd', 'e')
const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'))
const toLines = (whole: string) => (whole === '' ? [] : whole.split('\n'))
const countOf = (lines: string[], wanted: string) => lines.filter((one) => one === wanted).length

const history = fc
  .record({
    base: fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { maxLength: 12 }),
    mine: fc.array(fc.tuple(fc.constantFrom('keep', 'keep', 'drop', 'change', 'insert'), fc.nat(9)), { minLength: 13, maxLength: 13 }),
    theirs: fc.array(fc.tuple(fc.constantFrom('keep', 'keep', 'drop', 'change', 'insert'), fc.nat(9)), { minLength: 13, maxLength: 13 }),
  })
  .map(({ base, mine, theirs }) => {
    const baseLines = base.map((number) => `base ${number}`)
    const edit = (who: string, steps: [string, number][]) => {
      const edited = baseLines.flatMap((one, index) => {
        const [step, number] = steps[index] ?? ['keep', 0]
        if (step === 'drop') return []
        if (step === 'change') return [`${who} ${index} ${number}`]
        return step === 'insert' ? [`${who} ${index} ${number}`, one] : [one]
      })
      const [last, number] = steps[12] ?? ['keep', 0]
      return last === 'insert' ? [...edited, `${who} end ${number}`] : edited
    }
    return { base: baseLines, current: edit('server', mine), next: edit('device', theirs) }
  })

/** Few lines, repeated often. Starts non-blank, since one blank line equals the empty text. */
const repetitive = fc.array(fc.constantFrom('screw', 'screw', 'glue', ''), { maxLength: 30 }).map((lines) => ['parts', ...lines])
const additions = fc.array(fc.record({ place: fc.nat(31), line: fc.constantFrom('screw', 'glue', '', 'tape') }), { maxLength: 5 })

function addLines(base: readonly string[], added: readonly { place: number; line: string }[]): string[] {
  const lines = [...base]
  for (const { place, line: one } of added) lines.splice(place, 0, one)
  return lines
}

const mergeLines = (base: string[], current: string[], next: string[]): string[] => toLines(mergeText(base.join('\n'), current.join('\n'), next.join('\n')))

function isWithin(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0
  for (const one of whole) if (part[at] === one) at++
  return at === part.length
}

describe('mergeText', () => {
  it.each([
    ['changes far apart', '1\n2\n3\n4\n5', '1\nS\n3\n4\n5', '1\n2\n3\n4\nD', '1\nS\n3\n4\nD'],
    ['changes side by side', '1\n2', 'S\n2', '1\nD', 'S\nD'],
    ['the line that both added, twice', '1', '1\nx', '1\nx', '1\nx\nx'],
    ['the same first line from each', '', 'x', 'x', 'x\nx'],
    ['the line that both added, and what only one did', '1', '1\nx\ns', '1\nx\nd', '1\nx\ns\nx\nd'],
    ['the same change of a line once', '1\n2', '1\n2!', '1\n2!', '1\n2!'],
    ['the same change of a line once, and what one added to it', '1\n2', '1\n2!', '1\n2!\nd', '1\n2!\nd'],
    ['the same change of a line once, and that of the line before', '1\n2', '1\n2!', 'D\n2!', 'D\n2!'],
    ['one text for a line that both replaced by several', '1', 'x\ny\nz', 'x\ny\nz', 'x\ny\nz'],
    ['an addition behind the last line, which the other edited, at its place', '1\n2', '1\n2\ns', '1\n2d', '1\n2d\ns'],
    ['an addition before a line that the other edited, at its place', '1\n2', '1\n2s', '1\nd\n2', '1\nd\n2s'],
    ['what was added in the midst of lines that the other rewrote', '1\n2\n3', 'S', '1\n2\nd\n3', 'S\nd'],
    ['the deletion of one of two equal lines', 'a\na\nb', 'a\nb', 'a\na\nb\nd', 'a\nb\nd'],
    ['overlapping changes', '1\n2\n3', 'S1\nS2\n3', '1\nD2\nD3', 'S1\nS2\nD2\nD3'],
    ['additions at both ends', '1', 's\n1', '1\nd', 's\n1\nd'],
    ['a deletion and an addition elsewhere', '1\n2\n3', '2\n3', '1\n2\n3\nd', '2\n3\nd'],
    ['blank lines between paragraphs', 'p1\n\np2', 'p1\n\np2\n\ns', 'p1\n\np2\n\nd', 'p1\n\np2\n\ns\n\nd'],
    ['windows line ends', '1\r\n2', '1\r\n2\r\ns', '1\n2\nd', '1\n2\ns\nd'],
    ['a first text from each', '', 'server', 'device', 'server\ndevice'],
  ])('keeps %s', (_case, base, current, next, expected) => {
    expect(mergeText(base, current, next)).toBe(expected)
  })

  it('puts no marks into the text', () => {
    expect(mergeText('a', 'b', 'c')).not.toMatch(/[<>=|]/)
  })

  it('keeps each line that either side added, and none that one removed and neither added', () => {
    fc.assert(
      fc.property(history, ({ base, current, next }) => {
        const merged = toLines(mergeText(base.join('\n'), current.join('\n'), next.join('\n')))
        const added = [...current, ...next].filter((one) => !base.includes(one))
        const kept = base.filter((one) => current.includes(one) && next.includes(one))
        expect(merged.toSorted()).toEqual([...added, ...kept].toSorted())
      }),
      { numRuns: 2000 },
    )
  })

  it('keeps the order of the lines of each side', () => {
    fc.assert(
      fc.property(history, ({ base, current, next }) => {
        const merged = toLines(mergeText(base.join('\n'), current.join('\n'), next.join('\n')))
        for (const side of [current, next]) {
          expect(merged.filter((one) => side.includes(one))).toEqual(side.filter((one) => merged.includes(one)))
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('adds nothing that the current text may hold of the same edit already', () => {
    fc.assert(
      fc.property(history, ({ base, current, next }) => {
        const [baseText, currentText, nextText] = [base.join('\n'), current.join('\n'), next.join('\n')]
        const merged = mergeText(baseText, currentText, nextText)
        expect(mergeText(baseText, merged, nextText, true)).toBe(merged)
        expect(mergeText(baseText, currentText, nextText, true)).toBe(merged)
      }),
      { numRuns: 2000 },
    )
    expect(mergeText('a', 'a\nx', 'a\nx', true)).toBe('a\nx')
    expect(mergeText('', 'x', 'x', true)).toBe('x')
  })

  it('gives exactly the side that changed, also with repeated and blank lines', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(mergeText(base, base, changed)).toBe(changed)
        expect(mergeText(base, changed, base)).toBe(changed)
        expect(mergeText(changed, changed, changed)).toBe(changed)
      }),
      { numRuns: 2000 },
    )
  })

  it('loses no added line among repeated and blank ones', () => {
    fc.assert(
      fc.property(text, text, text, (base, current, next) => {
        const merged = toLines(mergeText(base, current, next))
        for (const side of [toLines(current), toLines(next)]) {
          for (const one of new Set(side)) {
            if (one === '') continue
            if (countOf(toLines(base), one) === 0) expect(countOf(merged, one)).toBeGreaterThanOrEqual(countOf(side, one))
          }
        }
      }),
      { numRuns: 5000 },
    )
  })

  it('keeps both of what two people added, however often a line repeats', () => {
    fc.assert(
      fc.property(repetitive, additions, additions, (base, mine, theirs) => {
        const [current, next] = [addLines(base, mine), addLines(base, theirs)]
        const merged = mergeLines(base, current, next)
        expect(merged.toSorted()).toEqual([...base, ...mine.map(({ line: one }) => one), ...theirs.map(({ line: one }) => one)].toSorted())
        expect(isWithin(current, merged)).toBe(true)
        expect(isWithin(next, merged)).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })

  it('takes away what one deleted and keeps what the other added, however often a line repeats', () => {
    fc.assert(
      fc.property(repetitive, fc.array(fc.nat(30)), additions, (base, gone, added) => {
        const kept = base.filter((_, index) => index === 0 || !gone.includes(index))
        const grown = addLines(base, added)
        for (const merged of [mergeLines(base, kept, grown), mergeLines(base, grown, kept)]) {
          expect(merged.toSorted()).toEqual([...kept, ...added.map(({ line: one }) => one)].toSorted())
          expect(isWithin(kept, merged)).toBe(true)
        }
      }),
      { numRuns: 3000 },
    )
  })

  it('brings nothing back that one deleted and the other left alone, and loses nothing that neither deleted', () => {
    fc.assert(
      fc.property(repetitive, fc.array(fc.nat(30)), fc.array(fc.nat(30)), (base, mine, theirs) => {
        const [current, next] = [mine, theirs].map((gone) => base.filter((_, index) => index === 0 || !gone.includes(index)))
        const merged = mergeLines(base, current ?? [], next ?? [])
        for (const one of new Set(base)) {
          const [all, left, right] = [base, current ?? [], next ?? []].map((lines) => countOf(lines, one)) as [number, number, number]
          expect(countOf(merged, one)).toBeLessThanOrEqual(Math.min(left, right))
          expect(countOf(merged, one)).toBeGreaterThanOrEqual(left + right - all)
        }
      }),
      { numRuns: 3000 },
    )
  })

  it('holds the same lines whoever came first', () => {
    fc.assert(
      fc.property(repetitive, repetitive, repetitive, (base, one, other) => {
        expect(mergeLines(base, one, other).toSorted()).toEqual(mergeLines(base, other, one).toSorted())
      }),
      { numRuns: 3000 },
    )
  })

  it.each([260, 5_000])('tells lines by their place among %d equal ones', (lineCount) => {
    const base = Array.from({ length: lineCount }, () => '1x screw M3')
    const place = Math.floor(lineCount / 3)
    const inserted = addLines(base, [{ place, line: 'mine' }])
    expect(mergeLines(base, base.slice(1), [...base, 'mine'])).toEqual([...base.slice(1), 'mine'])
    expect(mergeLines(base, [...base, base[0] ?? ''], inserted)).toEqual([...inserted, base[0]])
    expect(mergeLines(base, ['first', ...base], inserted)).toEqual(['first', ...inserted])
    expect(mergeLines(base, base.slice(0, -2), inserted)).toEqual(inserted.slice(0, -2))
  })

  it.each([999, 1001, 19_000])(
    'ends soon and loses nothing on %d equal lines',
    (lineCount) => {
      const base = '\n'.repeat(lineCount)
      const merged = toLines(mergeText(`${base}x${base}`, `first\n${base}${base}server`, `start\n${base}${base}device`))
      for (const one of ['first', 'server', 'start', 'device']) expect(countOf(merged, one)).toBe(1)
      expect(merged.length).toBeLessThanOrEqual(2 * lineCount + 4)
    },
    1000,
  )
})
