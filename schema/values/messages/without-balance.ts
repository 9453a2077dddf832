const token = '{balance}'
/** Used where the clause holds more than the amount. */
const unknownAmount = 'the amount due'

const clauseEnd = /[.!?;,–—](?=\s|$)|[\n)]/
const clauseStart = /[.!?;,–—]\s+|[\n(]/g
const label = /:\s*$/
const ending = /[.!?]\s*$/
const joining = /\s*[;,–—]\s*$/

/** The text of an order without a price: "To pay: {balance}." goes, with its label and its mark. */
export function withoutBalance(text: string): string {
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
