let segmenter: Intl.Segmenter | undefined

/** Grapheme clusters, so that accents and joined emoji are not split. */
const toLetters = (text: string): string[] => {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return [...segmenter.segment(text)].map(({ segment }) => segment)
}

export const toOneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()

/** The text on one line, truncated with '…' to at most `max` graphemes. */
export function shortenText(text: string, max: number): string {
  const line = toOneLine(text)
  const letters = toLetters(line)
  if (letters.length <= max) return line
  return `${letters
    .slice(0, Math.max(0, max - 1))
    .join('')
    .trimEnd()}…`
}

export const labelNameMax = 18

/** Shortens a long name to the given name and as many initials as fit, for privacy on the shelf; a single long word is cut. */
export function shortenName(name: string, max: number = labelNameMax): string {
  const line = toOneLine(name)
  if (toLetters(line).length <= max) return line
  const [first = '', ...others] = line.split(' ')
  let short = shortenText(first, max)
  for (const part of others) {
    const longer = `${short} ${toLetters(part)[0] ?? ''}.`
    if (toLetters(longer).length > max) break
    short = longer
  }
  return short
}
