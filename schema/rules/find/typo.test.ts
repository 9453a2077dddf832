import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitWithTypo, mayHoldTypo } from './typo.ts'

const isDigit = (sign: string): boolean => /\d/.test(sign)

function spoil(word: string): Set<string> {
  const made = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [before, here, next] = [word.slice(0, at), word[at], word[at + 1]]
    for (const letter of 'abc1') {
      if (!isDigit(letter)) made.add(before + letter + word.slice(at))
      if (here !== undefined && !isDigit(here) && !isDigit(letter)) made.add(before + letter + word.slice(at + 1))
    }
    if (here !== undefined && !isDigit(here)) made.add(before + word.slice(at + 1))
    if (here !== undefined && next !== undefined && !isDigit(here) && !isDigit(next)) made.add(before + next + here + word.slice(at + 2))
  }
  return made
}

/** Reference implementation: tries every prefix of the word with every typo. */
function fitByRule(typed: string, word: string): string | undefined {
  if (word.startsWith(typed)) return undefined
  if (spoil(word).has(typed)) return 'whole'
  for (let end = 0; end < word.length; end++) if (spoil(word.slice(0, end)).has(typed)) return 'beginning'
  return undefined
}

const word = fc.string({ unit: fc.constantFrom(...'abc1'), minLength: 1, maxLength: 7 })

describe('a word with one letter wrong', () => {
  it('fits exactly the words that it can have been meant to be, however they are compared', () => {
    fc.assert(
      fc.property(word, word, (typed, meant) => {
        expect(fitWithTypo(typed, meant)).toBe(fitByRule(typed, meant))
      }),
      { numRuns: 5_000 },
    )
  })

  it.each([
    ['samsnug', 'samsung', 'whole'],
    ['samsug', 'samsung', 'whole'],
    ['samssung', 'samsung', 'whole'],
    ['xamsung', 'samsung', 'whole'],
    ['samsub', 'samsung', 'beginning'],
    ['samsung', 'samsung', undefined],
    ['samsu', 'samsung', undefined],
    ['iphone13', 'iphone14', undefined],
    ['iphne13', 'iphone13', 'whole'],
    ['smasnug', 'samsung', undefined],
  ] as const)('%s is %s: %s', (typed, meant, fit) => {
    expect(fitWithTypo(typed, meant)).toBe(fit)
  })

  it('is looked for from five letters on, and never in a number', () => {
    expect(['smith', 'élodie', 'iphone13', 'сервис'].map(mayHoldTypo)).toEqual([true, true, true, true])
    expect(['smit', 'sm1th', '12345', 'h-1042', 'a@b.example', ''].map(mayHoldTypo)).toEqual([false, false, false, false, false, false])
  })
})
