/** Whether a word with one typo matches all of another word or its beginning. */
type TypoFit = 'whole' | 'beginning'

/** Shorter words match too many others. */
const fewestLetters = 5

const letters = /\p{L}/gu
const oneWord = /^[\p{L}\p{M}\p{N}]+$/u

/** Whether to search for a word with a typo as well. Digits are excluded: a wrong digit is another number. */
export const mayHoldTypo = (word: string): boolean => oneWord.test(word) && (word.match(letters)?.length ?? 0) >= fewestLetters

/**
 * Matches `typed` with one letter wrong, missing, extra or swapped with its neighbour; undefined for an exact match.
 * Both are folded. Called for every word of a shop, so it allocates nothing if the first letters differ.
 */
export function fitWithTypo(typed: string, word: string): TypoFit | undefined {
  let at = 0
  while (at < typed.length && at < word.length && typed[at] === word[at]) at++
  if (at === typed.length) return undefined
  const isTypedLetter = !isDigit(typed[at])
  const isWordLetter = at < word.length && !isDigit(word[at])
  const fits = [
    isTypedLetter && isWordLetter ? fitRest(typed, at + 1, word, at + 1) : undefined,
    isTypedLetter ? fitRest(typed, at + 1, word, at) : undefined,
    isWordLetter ? fitRest(typed, at, word, at + 1) : undefined,
    isTypedLetter && isWordLetter && typed[at] === word[at + 1] && typed[at + 1] === word[at] ? fitRest(typed, at + 2, word, at + 2) : undefined,
  ]
  return fits.includes('whole') ? 'whole' : fits.find((fit) => fit !== undefined)
}

function fitRest(typed: string, typedFrom: number, word: string, wordFrom: number): TypoFit | undefined {
  const rest = typed.length - typedFrom
  if (word.length - wordFrom < rest) return undefined
  for (let index = 0; index < rest; index++) if (typed[typedFrom + index] !== word[wordFrom + index]) return undefined
  return word.length - wordFrom === rest ? 'whole' : 'beginning'
}

const isDigit = (sign: string | undefined): boolean => sign !== undefined && sign >= '0' && sign <= '9'
