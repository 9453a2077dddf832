import type { Json } from '#schema/values/merge.ts'
import type { Policy } from './oracle-facts.ts'

/** How two people's changes of one field meet. Texts are lines and how often each is there: those that repeat are only ever added. */

type Lines = ReadonlyMap<string, number>
export type Held = Json | Lines
/** `mark`: what it met, for the coverage. */
type Merged = { value: Held; replaced?: Held; mark?: string }

/** Undefined: the value stays, and nobody need be told. */
export function mergeValue(policy: Policy, held: Held, seen: Json, typed: Json): Merged | undefined {
  if (policy === 'text') return mergeLines(toLines(held), countLines(seen), countLines(typed))
  if (policy === 'set') {
    if (isSame(seen, typed) || isSame(held, typed)) return undefined
    return isSame(held, seen) ? { value: typed } : { value: typed, replaced: held, mark: 'merge: replaced' }
  }
  if (typed === seen) return undefined
  const sum = Number(held) + Number(typed) - Number(seen)
  if (sum < 0) return { value: 0, mark: 'merge: floor' }
  return held === seen ? { value: sum } : { value: sum, mark: 'merge: summed over another change' }
}

/** Each line that somebody added is there once more, each that somebody took away is gone. */
function mergeLines(held: Lines, seen: Lines, typed: Lines): Merged | undefined {
  const next = new Map(held)
  let isRepeated = false
  for (const line of new Set([...seen.keys(), ...typed.keys()])) {
    const [now, before] = [countOf(held, line), countOf(seen, line)]
    const count = now + countOf(typed, line) - before
    if (now > before && count > now) isRepeated = true
    if (count > 0) next.set(line, count)
    else next.delete(line)
  }
  if (isSame(next, held)) return undefined
  // A text that both left filled is not emptied.
  const value = next.size === 0 && held.size > 0 && typed.size > 0 ? typed : next
  return isSame(held, seen) ? { value } : { value, mark: isRepeated ? 'merge: same line of both' : 'merge: text of both' }
}

const countOf = (lines: Lines, line: string): number => lines.get(line) ?? 0

export function countLines(text: Json): Lines {
  const counts = new Map<string, number>()
  for (const line of typeof text === 'string' && text !== '' ? text.split('\n') : []) counts.set(line, countOf(counts, line) + 1)
  return counts
}

const toLines = (held: Held): Lines => (held instanceof Map ? (held as Lines) : countLines(held as Json))

export function isSame(one: Held, other: Held): boolean {
  if (!(one instanceof Map) && !(other instanceof Map)) return one === other
  const [a, b] = [toLines(one), toLines(other)]
  return a.size === b.size && [...a].every(([line, count]) => countOf(b, line) === count)
}
