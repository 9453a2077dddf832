export const placeholders = ['name', 'ticket', 'device', 'shop', 'balance', 'link'] as const

type Placeholder = (typeof placeholders)[number]
export type PlaceholderValues = Readonly<Record<Placeholder, string>>

/** Braces in braces stand for the text itself, so that a customer called {link} stays a name until the message goes. */
const pattern = /\{\{([^{}\s]{1,40})\}\}|\{([^{}\s]{1,40})\}/g
const inValue = /\{([^{}\s]{1,40})\}/g

const isPlaceholder = (name: string): name is Placeholder => (placeholders as readonly string[]).includes(name)

/** One word in braces, also with blanks around it, which nothing fills in. */
const meant = /\{([^\S\n]*[^{}\s]{1,40}[^\S\n]*)\}/g

/** What stands in the first braces that are not filled in: a name that is none, or one with blanks; else undefined. */
export function findUnknownPlaceholder(text: string): string | undefined {
  for (const [, name = ''] of text.matchAll(meant)) if (!isPlaceholder(name)) return name
  return undefined
}

export const toPlaceholderMessage = (unknown: string): string => `There is no {${unknown}}. Use ${placeholders.map((known) => `{${known}}`).join(', ')}.`

export const hasPlaceholder = (text: string, name: Placeholder): boolean => [...text.matchAll(pattern)].some(([, , known]) => known === name)

/** Whether any but the link is still to be filled in. */
export const needsWords = (text: string): boolean => placeholders.some((name) => name !== 'link' && hasPlaceholder(text, name))

/** Fills known values for now; the text is filled again before it goes. */
export const fillPlaceholders = (text: string, values: Partial<PlaceholderValues>): string => fill(text, values, (whole) => whole, keepBraces)

/** Fills the last values: a text as the customer reads it. */
export const finishPlaceholders = (text: string, values: Partial<PlaceholderValues>): string =>
  fill(
    text,
    values,
    (_whole, name) => `{${name}}`,
    (value) => value,
  )

function fill(text: string, values: Partial<PlaceholderValues>, toText: (whole: string, name: string) => string, toValue: (value: string) => string): string {
  return (values.balance === '' ? withoutBalance(text) : text).replaceAll(pattern, (whole: string, kept: string | undefined, name = '') => {
    if (kept !== undefined) return isPlaceholder(kept) ? toText(whole, kept) : whole
    const value = isPlaceholder(name) ? values[name] : undefined
    return value === undefined ? whole : toValue(value)
  })
}

const keepBraces = (value: string): string => value.replaceAll(inValue, (whole: string, name: string) => (isPlaceholder(name) ? `{${whole}}` : whole))

const leads = /[:,;–—-]$/
const ends = /[.!?]$/
const follows = /^[\s.,:;!?)\]]/
const stops = /^\s*[.,:;!?]/

/**
 * Removes the link for a recipient who has it or gets none. A colon, comma or dash before it becomes the end of the
 * sentence, unless a closing mark follows; enclosing brackets, and marks after a leading link, are removed too.
 */
export const withoutLink = (text: string): string => text.split(/\((?<!\{)\{link\}(?!\})\)|(?<!\{)\{link\}(?!\})/).reduce(joinWithoutLink)

function joinWithoutLink(before: string, after: string): string {
  const told = before.trimEnd()
  const isLed = leads.test(told)
  const sentence = isLed ? told.slice(0, -1).trimEnd() : told
  if (sentence === '') return after.replace(/^[\s.,:;!?–—-]+/, '')
  const stop = isLed && !ends.test(sentence) && !stops.test(after) ? '.' : ''
  return `${sentence}${stop}${after === '' || follows.test(after) ? '' : ' '}${after}`
}

const token = '{balance}'
/** Used where the clause holds more than the amount. */
const unknownAmount = 'the amount due'

const clauseEnd = /[.!?;,–—](?=\s|$)|[\n)]/
const clauseStart = /[.!?;,–—]\s+|[\n(]/g
const label = /:\s*$/
const ending = /[.!?]\s*$/
const joining = /\s*[;,–—]\s*$/

/** The text of an order without a price: "To pay: {balance}." goes, with its label and its mark. */
function withoutBalance(text: string): string {
  const at = text.indexOf(token)
  if (at < 0) return text
  const [before, after] = [text.slice(0, at), text.slice(at + token.length)]
  const start = [...before.matchAll(clauseStart)].at(-1)
  const head = start === undefined ? '' : before.slice(0, start.index + start[0].length)
  const lead = before.slice(head.length)
  const end = label.test(lead) ? 0 : (clauseEnd.exec(after)?.index ?? after.length)
  const tail = after.slice(end)
  const isApart = !`${lead}${after.slice(0, end)}`.includes('{') && `${head}${tail}`.replaceAll(token, '').match(/[\p{L}\p{N}]/u) !== null
  return withoutBalance(isApart ? joinClauses(head, tail) : `${before}${unknownAmount}${after}`)
}

function joinClauses(before: string, after: string): string {
  const isBracketed = before.endsWith('(') && after.startsWith(')')
  const head = (isBracketed ? before.slice(0, -1) : before).replace(/[^\S\n]+$/, '')
  const tail = isBracketed ? after.slice(1) : after
  if (head === '' || ending.test(head) || head.endsWith('\n')) {
    const rest = isBracketed ? tail : tail.replace(/^[.!?;,–—]/, '')
    return head === '' || head.endsWith('\n') ? `${head}${rest.replace(/^[^\S\n]+/, '')}` : `${head}${rest}`
  }
  if (!joining.test(head)) return `${head}${tail}`
  const sentence = head.replace(joining, '')
  return /^[.!?;,–—]/.test(tail) ? `${sentence}${tail}` : `${sentence}.${tail}`
}
