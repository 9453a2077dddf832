import { describe, expect, it } from 'vitest'
import { countTextParts, toGsmText } from './text-parts.ts'

describe('the parts of a text message', () => {
  it.each([
    ['a'.repeat(160), 1, 160],
    ['a'.repeat(161), 2, 161],
    ['a'.repeat(306), 2, 306],
    ['a'.repeat(307), 3, 307],
    ['€'.repeat(80), 1, 160],
    ['€'.repeat(81), 2, 162],
    // The two places of a sign stand in one part.
    ['€'.repeat(153), 3, 306],
    ['ж'.repeat(70), 1, 70],
    ['ж'.repeat(71), 2, 71],
    ['ж'.repeat(135), 3, 135],
    ['😀'.repeat(35), 1, 70],
    ['😀'.repeat(67), 3, 134],
    [`${'a'.repeat(70)}’`, 2, 71],
    ['', 1, 0],
  ])('%#', (text, parts, letters) => {
    expect(countTextParts(text)).toMatchObject({ parts, letters })
  })

  it('are smaller for signs that the alphabet lacks, which are named', () => {
    expect(countTextParts('Žiga’s phone')).toEqual({ parts: 1, letters: 12, room: 70, foreign: ['Ž', '’'] })
    expect(countTextParts('Müller, £5 [ok]')).toEqual({ parts: 1, letters: 17, room: 160, foreign: [] })
  })
})

describe('a text in the letters of text messages', () => {
  it.each([
    ['“Ada’s” phone – ready…', '"Ada\'s" phone - ready...'],
    ['89,00\u00a0€ · 1\u202f234,50\u00a0€', '89,00 € - 1 234,50 €'],
    ['Ángel Gonçalves, Łukasz Żak', 'Angel Goncalves, Lukasz Zak'],
    ['Müller, José, Åse, Ñandú', 'Müller, José, Åse, Ñandu'],
    ['Mu\u0308ller', 'Müller'],
    ['Иван’s phone…', 'Иван’s phone…'],
    ['Ready 😀…', 'Ready 😀…'],
  ])('%j becomes %j', (text, plain) => {
    expect(toGsmText(text)).toBe(plain)
  })
})
