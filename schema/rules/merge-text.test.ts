import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeText } from './merge-text.ts'

const line = fc.constantFrom('', 'a', 'b', 'c', 'd', 'e')
const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'))
const toLines = (whole: string) => (whole === '' ? [] : whole.split('\n'))
const countOf = (lines: string[], wanted: string) => lines.filter((one) => one === wanted).length

/** Texts whose lines all differ, and two edits of it that add lines of their own: what people really do. */
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

describe('mergeText', () => {
  it.each([
    ['changes far apart', '1\n2\n3\n4\n5', '1\nS\n3\n4\n5', '1\n2\n3\n4\nD', '1\nS\n3\n4\nD'],
    ['changes side by side', '1\n2', 'S\n2', '1\nD', 'S\nD'],
    ['the same new line from both', '1', '1\nx', '1\nx', '1\nx'],
    ['the same line and one more', '1', '1\nx\ns', '1\nx\nd', '1\nx\ns\nd'],
    ['overlapping changes', '1\n2\n3', 'S1\nS2\n3', '1\nD2\nD3', 'S1\nS2\nD2\nD3'],
    ['additions at both ends', '1', 's\n1', '1\nd', 's\n1\nd'],
    ['a deletion and an addition elsewhere', '1\n2\n3', '2\n3', '1\n2\n3\nd', '2\n3\nd'],
    ['blank lines between paragraphs', 'p1\n\np2', 'p1\n\np2\n\ns', 'p1\n\np2\n\nd', 'p1\n\np2\n\ns\nd'],
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

  it('changes nothing when the same edit is merged into its own result again', () => {
    fc.assert(
      fc.property(history, ({ base, current, next }) => {
        const [baseText, currentText, nextText] = [base.join('\n'), current.join('\n'), next.join('\n')]
        const merged = mergeText(baseText, currentText, nextText)
        expect(mergeText(baseText, merged, nextText)).toBe(merged)
      }),
      { numRuns: 2000 },
    )
  })

  it('gives exactly the side that changed, also with repeated and blank lines', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(mergeText(base, base, changed)).toBe(changed)
        expect(mergeText(base, changed, base)).toBe(changed)
        expect(mergeText(base, changed, changed)).toBe(changed)
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
            if (one === '') continue // the text of one blank line is the empty text
            if (countOf(toLines(base), one) === 0) expect(countOf(merged, one)).toBeGreaterThanOrEqual(countOf(side, one))
          }
        }
      }),
      { numRuns: 5000 },
    )
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
