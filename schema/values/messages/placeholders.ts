import { withoutBalance } from './without-balance.ts'

export const placeholders = ['name', 'ticket', 'device', 'shop', 'balance', 'link'] as const

export type Placeholder = (typeof placeholders)[number]
export type PlaceholderValues = Readonly<Record<Placeholder, string>>

const pattern = /\{([^{}\s]{1,40})\}/g

const isPlaceholder = (name: string): name is Placeholder => (placeholders as readonly string[]).includes(name)

/** One word in braces, also with blanks around it, which nothing fills in. */
const meant = /\{([^\S\n]*[^{}\s]{1,40}[^\S\n]*)\}/g

/** What stands in the first braces that are not filled in: a name that is none, or one with blanks; else undefined. */
export function findUnknownPlaceholder(text: string): string | undefined {
  for (const [, name = ''] of text.matchAll(meant)) if (!isPlaceholder(name)) return name
  return undefined
}

export const toPlaceholderMessage = (unknown: string): string => `There is no {${unknown}}. Use ${placeholders.map((known) => `{${known}}`).join(', ')}.`

export const hasPlaceholder = (text: string, name: Placeholder): boolean => text.includes(`{${name}}`)

/** Fills known values and leaves other placeholders. Inserted values are not scanned again. */
export const fillPlaceholders = (text: string, values: Partial<PlaceholderValues>): string =>
  (values.balance === '' ? withoutBalance(text) : text).replaceAll(pattern, (whole: string, name: string) =>
    isPlaceholder(name) ? (values[name] ?? whole) : whole,
  )

const leads = /[:,;–—-]$/
const ends = /[.!?]$/
const follows = /^[\s.,:;!?)\]]/
const stops = /^\s*[.,:;!?]/

/**
 * Removes the link for a recipient who has it or gets none. A colon, comma or dash before it becomes the end of the
 * sentence, unless a closing mark follows; enclosing brackets, and marks after a leading link, are removed too.
 */
export const withoutLink = (text: string): string => text.split(/\(\{link\}\)|\{link\}/).reduce(joinWithoutLink)

function joinWithoutLink(before: string, after: string): string {
  const told = before.trimEnd()
  const isLed = leads.test(told)
  const sentence = isLed ? told.slice(0, -1).trimEnd() : told
  if (sentence === '') return after.replace(/^[\s.,:;!?–—-]+/, '')
  const stop = isLed && !ends.test(sentence) && !stops.test(after) ? '.' : ''
  return `${sentence}${stop}${after === '' || follows.test(after) ? '' : ' '}${after}`
}
