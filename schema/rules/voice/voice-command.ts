const clearingPhrases: ReadonlySet<string> = new Set([
  'clear text',
  'empty the text',
  'text löschen',
  'borrar texto',
  'borrar el texto',
  'effacer le texte',
  'cancella testo',
  'cancella il testo',
  'tekst wissen',
  'apagar texto',
  'apagar o texto',
])

export function applySpokenText(current: string, spoken: string): string {
  const phrase = spoken.trim()
  if (phrase === '') return current
  if (isClearCommand(phrase)) return ''
  if (current === '' || /\s$/.test(current)) return current + phrase
  return `${current} ${phrase}`
}

/** Speech recognition adds capitals and full stops. */
function isClearCommand(spoken: string): boolean {
  const words = spoken
    .toLowerCase()
    .replace(/[^a-z\s]+/g, ' ')
    .trim()
    .split(/\s+/)
  return clearingPhrases.has(words.join(' '))
}
