/** Markup that is safe to send: made by `html` only, which escapes every text that is put into it. */
export type Html = { readonly markup: string }

type Part = Html | readonly Html[] | string | number | undefined

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html => ({
  markup: strings.reduce((markup, text, place) => markup + partToMarkup(parts[place - 1]) + text),
})

function partToMarkup(part: Part): string {
  if (part === undefined) return ''
  if (typeof part === 'object') return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('')
  return escapeText(String(part))
}

/** Text in which `code` stands between backticks. */
export const inline = (text: string): Html[] => text.split('`').map((part, place) => (place % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
