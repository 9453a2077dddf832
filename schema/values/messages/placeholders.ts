/** What stands in the place of its name in braces. */
export const placeholders = ['name', 'ticket', 'device', 'shop', 'balance', 'link'] as const

export type Placeholder = (typeof placeholders)[number]
export type PlaceholderValues = Readonly<Record<Placeholder, string>>

const pattern = /\{([^{}\s]{1,40})\}/g

const isPlaceholder = (name: string): name is Placeholder => (placeholders as readonly string[]).includes(name)

/** The first name in braces that nothing stands for; undefined where all are known. */
export function findUnknownPlaceholder(text: string): string | undefined {
  for (const [, name = ''] of text.matchAll(pattern)) if (!isPlaceholder(name)) return name
  return undefined
}

export const hasPlaceholder = (text: string, name: Placeholder): boolean => text.includes(`{${name}}`)

/** Fills in what `values` has; the others stay as they are. Values are not looked at again: a name in braces stays a name. */
export const fillPlaceholders = (text: string, values: Partial<PlaceholderValues>): string =>
  text.replaceAll(pattern, (whole: string, name: string) => (isPlaceholder(name) ? (values[name] ?? whole) : whole))

const leads = /[:,;–—-]$/
const ends = /[.!?]$/
const follows = /^[\s.,:;!?)\]]/
const stops = /^\s*[.,:;!?]/

/**
 * The text for who has the link already, or gets none. The colon, comma or dash that led to it ends its sentence instead, unless a mark
 * follows that does; brackets around it alone, and marks behind one that comes first, go with it. All else stays as it is.
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
