let segmenter: Intl.Segmenter | undefined

/** Letters as people see them: an accent or a joined emoji is never cut off its base. */
const toLetters = (text: string): string[] => {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return [...segmenter.segment(text)].map(({ segment }) => segment)
}

export const toOneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()

/** The beginning of a text, in one line, of at most `max` letters with the '…' that says that there is more. */
export function shortenText(text: string, max: number): string {
  const line = toOneLine(text)
  const letters = toLetters(line)
  if (letters.length <= max) return line
  return `${letters
    .slice(0, Math.max(0, max - 1))
    .join('')
    .trimEnd()}…`
}

/** How long a name may be on a label before its last parts become initials. */
export const labelNameMax = 18

/**
 * A customer's name on a label: as it is while it is short, then the given name with as many initials of the other
 * parts as
 * fit, so that a box on a shelf tells less to who walks by; a single long word is cut.
 */
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
