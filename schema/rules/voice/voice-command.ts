/** Phrases that empty the field. */
const clearingPhrases: ReadonlySet<string> = new Set(['clear text', 'empty the text'])

/** The text of a field after a spoken phrase: emptied by a command, else the phrase is put behind what stands there. */
export function applySpokenText(current: string, spoken: string): string {
  const phrase = spoken.trim()
  if (phrase === '') return current
  if (isClearCommand(phrase)) return ''
  if (current === '' || /\s$/.test(current)) return current + phrase
  return `${current} ${phrase}`
}

/** Recognisers add capitals and a full stop as they like. */
function isClearCommand(spoken: string): boolean {
  const words = spoken
    .toLowerCase()
    .replace(/[^a-z\s]+/g, ' ')
    .trim()
    .split(/\s+/)
  return clearingPhrases.has(words.join(' '))
}
