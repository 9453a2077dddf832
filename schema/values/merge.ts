import { mergeText, normalizeLineEnds } from './merge-text.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** How concurrent changes of a field merge (SYNC.md, "How changes meet"). */
export type MergePolicy = 'set' | 'sum' | 'text' | 'items'

/**
 * `base`: as the author saw it; `current`: on the server; `next`: by the author. `currentAt`, `nextAt`: times of the
 * changes if known (instants, comparable as texts). `mayHoldNext`: `current` may contain the author's change already,
 * as on a device with an unanswered mutation; a text is then not added twice.
 */
export type MergeInput = { base: Json; current: Json; next: Json; currentAt?: string | undefined; nextAt?: string | undefined; mayHoldNext?: boolean }

/** Closer mutations are ordered by arrival, since device clocks are not exact. */
const arrivalDecidesMs = 2 * 60 * 1000

/**
 * unchanged: the stored value stays; taken: `next` as written; merged: both changes combined; replaced: `next`
 * overwrote the change in `replaced`; yielded: `next` was made earlier, so the stored value stays; floor: a sum was
 * stopped at 0, or at its negative value.
 */
type MergeOutcome = 'unchanged' | 'taken' | 'merged' | 'replaced' | 'yielded' | 'floor'
export type MergeResult = { value: Json; outcome: MergeOutcome; replaced?: Json }

/** @throws TypeError if 'sum' gets anything but numbers and null, or 'text' anything but texts and null, 'items' anything but lists */
export function mergeField(policy: MergePolicy, input: MergeInput): MergeResult {
  switch (policy) {
    case 'set':
      return mergeSet(input)
    case 'sum':
      return mergeSum(input)
    case 'text':
      return mergeTextField(input)
    case 'items':
      return mergeItems(input)
  }
}

export function jsonEquals(a: Json, b: Json): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
    return a.every((item, index) => jsonEquals(item, b[index] as Json))
  }
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every((key) => Object.hasOwn(b, key) && jsonEquals(a[key] as Json, b[key] as Json))
}

function mergeSet({ base, current, next, currentAt, nextAt }: MergeInput): MergeResult {
  if (jsonEquals(current, next)) return { value: next, outcome: 'unchanged' }
  if (jsonEquals(current, base)) return { value: next, outcome: 'taken' }
  // An author without a change must not undo another's.
  if (jsonEquals(base, next)) return { value: current, outcome: 'unchanged' }
  if (wasDoneLater(currentAt, nextAt)) return { value: current, outcome: 'yielded' }
  return { value: next, outcome: 'replaced', replaced: current }
}

/** The mutation made later wins, whatever the order of arrival. */
const wasDoneLater = (currentAt: string | undefined, nextAt: string | undefined): boolean =>
  currentAt !== undefined && nextAt !== undefined && Date.parse(currentAt) - Date.parse(nextAt) > arrivalDecidesMs

function mergeSum({ base, current, next }: MergeInput): MergeResult {
  const held = jsonToNumber(current)
  const sum = held + jsonToNumber(next) - jsonToNumber(base)
  // Order lines may make a count negative; other changes must not lower it further.
  const floor = Math.min(0, held)
  if (sum < floor) return { value: floor, outcome: 'floor' }
  if (sum === held) return { value: current, outcome: 'unchanged' }
  return { value: sum, outcome: held === jsonToNumber(base) ? 'taken' : 'merged' }
}

function mergeTextField({ base, current, next, mayHoldNext }: MergeInput): MergeResult {
  const baseText = jsonToText(base)
  const currentText = jsonToText(current)
  const nextText = jsonToText(next)
  if (nextText === baseText) return { value: current, outcome: 'unchanged' }
  if (currentText === baseText) return { value: next, outcome: 'taken' }
  const merged = mergeText(baseText, currentText, nextText, mayHoldNext)
  if (merged === currentText) return { value: current, outcome: 'unchanged' }
  // Two partial deletions can leave nothing; a text that both sides left filled (perhaps required) must not become
  // empty.
  if (merged === '' && currentText !== '' && nextText !== '') return { value: next, outcome: 'replaced', replaced: current }
  return { value: merged, outcome: 'merged' }
}

/** Lists as JSON texts: what the author added comes behind what is there, what they took out goes. */
function mergeItems({ base, current, next }: MergeInput): MergeResult {
  const [before, held, wanted] = [jsonToItems(base), jsonToItems(current), jsonToItems(next)]
  const isIn = (items: readonly Json[], item: Json): boolean => items.some((other) => jsonEquals(other, item))
  const merged = held.filter((item) => isIn(wanted, item) || !isIn(before, item))
  for (const item of wanted) if (!isIn(before, item) && !isIn(merged, item)) merged.push(item)
  if (jsonEquals(merged, held)) return { value: current, outcome: 'unchanged' }
  return { value: JSON.stringify(merged), outcome: jsonEquals(merged, wanted) ? 'taken' : 'merged' }
}

function jsonToItems(value: Json): Json[] {
  const items: unknown = typeof value === 'string' && value !== '' ? JSON.parse(value) : value
  if (items === null || items === '') return []
  if (!Array.isArray(items)) throw new TypeError(`A merge of items needs lists, not ${typeof items}`)
  return items
}

function jsonToNumber(value: Json): number {
  if (value === null) return 0
  if (typeof value !== 'number') throw new TypeError(`A sum needs numbers, not ${typeof value}`)
  return value
}

function jsonToText(value: Json): string {
  if (value === null) return ''
  if (typeof value !== 'string') throw new TypeError(`A text merge needs texts, not ${typeof value}`)
  return normalizeLineEnds(value)
}
