import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { burstGapMs, burstMin, createBurstReader } from './key-burst.ts'

type Press = { key: string; code?: string; shiftKey?: boolean; altKey?: boolean; afterMs: number; ctrlKey?: boolean }

const letter = fc.stringMatching(/^[!-~]$/)
const fast = fc.integer({ min: 0, max: burstGapMs })
const slow = fc.integer({ min: burstGapMs + 1, max: 5_000 })

function readAll(presses: readonly Press[]): (string | undefined)[] {
  const reader = createBurstReader()
  let atMs = 1_000
  return presses.map(({ afterMs, ...press }) => reader.press(press, (atMs += afterMs))?.text)
}

describe('a scanner that types (SCAN-02)', () => {
  test('is heard whatever was typed before it, once, with all that it typed', () => {
    const before = fc.array(fc.record({ key: letter, afterMs: fc.oneof(fast, slow) }), { maxLength: 5 })
    const burst = fc.array(fc.record({ key: letter, afterMs: fast }), { minLength: burstMin, maxLength: 80 })
    fc.assert(
      fc.property(before, slow, burst, fast, (typed, pauseMs, keys, enterMs) => {
        const presses = [...typed, ...keys.map((press, index) => (index === 0 ? { ...press, afterMs: pauseMs } : press)), { key: 'Enter', afterMs: enterMs }]
        const heard = readAll(presses).filter((text) => text !== undefined)
        expect(heard).toEqual([keys.map(({ key }) => key).join('')])
      }),
    )
  })

  test('is heard with Shift between its letters', () => {
    const presses = ['Shift', 'H', '-', '1', '0', 'Shift', '4', '2', 'Enter'].map((key) => ({ key, afterMs: 5 }))
    expect(readAll(presses).at(-1)).toBe('H-1042')
  })

  test('is never a person: keys with pauses, also in the middle of fast ones, are none', () => {
    const person = fc.array(fc.record({ key: fc.oneof(letter, fc.constant('Enter'), fc.constant('Backspace')), afterMs: slow }), { maxLength: 60 })
    fc.assert(fc.property(person, (presses) => readAll(presses).every((text) => text === undefined)))
    const pair = fc.tuple(letter, letter, slow, fast, slow).map(([one, other, pauseMs, rollMs, enterMs]) => [
      { key: one, afterMs: pauseMs },
      { key: other, afterMs: rollMs },
      { key: 'Enter', afterMs: enterMs },
    ])
    fc.assert(fc.property(fc.array(pair, { maxLength: 20 }), (pairs) => readAll(pairs.flat()).every((text) => text === undefined)))
  })

  test('is none with fewer keys, with other keys between, or with Ctrl', () => {
    const quick = (...keys: string[]): Press[] => keys.map((key) => ({ key, afterMs: 1 }))
    expect(readAll(quick('g', 'o', 'Enter')).at(-1)).toBeUndefined()
    expect(readAll(quick('a', 'b', 'ArrowDown', 'c', 'd', 'Enter')).at(-1)).toBeUndefined()
    expect(readAll([...quick('a', 'b', 'c'), { key: 'v', afterMs: 1, ctrlKey: true }, ...quick('Enter')]).at(-1)).toBeUndefined()
    expect(readAll(quick('Enter', 'Enter', 'Enter', 'Enter')).at(-1)).toBeUndefined()
  })

  test('ends with Tab as well', () => {
    expect(readAll([...'H-1042', 'Tab'].map((key) => ({ key, afterMs: 5 }))).at(-1)).toBe('H-1042')
  })

  test('set to an American keyboard is read by the place of its keys', () => {
    const codes = ['KeyH', 'Minus', 'Digit1', 'Digit0', 'Digit4', 'Digit2']
    for (const typed of ["H)&à'é", 'Hß1042', "H'1042"]) {
      const reader = createBurstReader()
      let atMs = 0
      for (const [place, key] of [...typed].entries()) reader.press({ key, code: codes[place] ?? '', shiftKey: place === 0 }, (atMs += 5))
      expect(reader.press({ key: 'Enter', code: 'Enter' }, (atMs += 5))).toEqual({ text: typed, placed: 'H-1042' })
    }
  })

  test('keeps signs of AltGr, and the place of a dead key', () => {
    const reader = createBurstReader()
    const presses = [
      { key: 'a', code: 'KeyA' },
      { key: 'AltGraph', code: 'AltRight', ctrlKey: true, altKey: true },
      { key: '@', code: 'KeyQ', ctrlKey: true, altKey: true },
      { key: 'Dead', code: 'BracketLeft' },
      { key: 'b', code: 'KeyB' },
    ]
    for (const [place, press] of presses.entries()) reader.press(press, place)
    expect(reader.press({ key: 'Enter' }, 9)).toEqual({ text: 'a@b', placed: 'aq[b' })
  })
})
