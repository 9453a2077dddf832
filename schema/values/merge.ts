import { mergeText, normalizeLineEnds } from './merge-text.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** How a field takes a change that meets another change (SYNC.md, "How changes meet"). */
export type MergePolicy = 'set' | 'sum' | 'text'

/**
 * `base` is what the author saw, `current` what the server holds, `next` what the author wrote. `currentAt` and `nextAt`: when
 * these were done, where that is known (instants, comparable as texts). `mayHoldNext`: `current` may hold the author's change
 * already, as on a device whose mutation was not answered yet; a text is then not added to itself.
 */
export type MergeInput = { base: Json; current: Json; next: Json; currentAt?: string | undefined; nextAt?: string | undefined; mayHoldNext?: boolean }

/** Mutations less than this apart are ordered by arrival: clocks of devices are not more exact. */
const arrivalDecidesMs = 2 * 60 * 1000

/**
 * unchanged: the stored value stays; taken: `next` stands as written; merged: both changes are in the value;
 * replaced: `next` overwrote somebody's change, which `replaced` holds; yielded: `next` was done earlier than what is stored, which
 * stays; floor: a sum was stopped at 0, or at what it was below 0.
 */
export type MergeOutcome = 'unchanged' | 'taken' | 'merged' | 'replaced' | 'yielded' | 'floor'
export type MergeResult = { value: Json; outcome: MergeOutcome; replaced?: Json }

/** Merges one field. TypeError when 'sum' meets anything but numbers and null, 'text' anything but texts and null. */
export function mergeField(policy: MergePolicy, input: MergeInput): MergeResult {
  switch (policy) {
    case 'set':
      return mergeSet(input)
    case 'sum':
      return mergeSum(input)
    case 'text':
      return mergeTextField(input)
  }
}

/** Deep equality of JSON values; the order of keys does not matter. */
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
  // An author who changed nothing must not undo the change of another.
  if (jsonEquals(base, next)) return { value: current, outcome: 'unchanged' }
  if (wasDoneLater(currentAt, nextAt)) return { value: current, outcome: 'yielded' }
  return { value: next, outcome: 'replaced', replaced: current }
}

/** Both changed it: the mutation that was done later holds, whichever arrived first. */
const wasDoneLater = (currentAt: string | undefined, nextAt: string | undefined): boolean =>
  currentAt !== undefined && nextAt !== undefined && Date.parse(currentAt) - Date.parse(nextAt) > arrivalDecidesMs

function mergeSum({ base, current, next }: MergeInput): MergeResult {
  const held = jsonToNumber(current)
  const sum = held + jsonToNumber(next) - jsonToNumber(base)
  // What lines took below 0 stays; a count of somebody takes nothing further down.
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
  // Two deletions may meet in nothing; a text that both people left filled, perhaps a required one, is not emptied.
  if (merged === '' && currentText !== '' && nextText !== '') return { value: next, outcome: 'replaced', replaced: current }
  return { value: merged, outcome: 'merged' }
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
