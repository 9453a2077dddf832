/**
 * Replaces RxDB's MongoDB query engine (45 kB of source) by the part that RxDB's storages use here: fields of strings,
 * numbers and booleans. Anything else throws. Built into the app by `slim-packages.ts`.
 */
type Scalar = string | number | boolean | null | undefined

type Fields = Readonly<Record<string, unknown>>

type Test = (document: Fields) => boolean

const comparisons: Readonly<Record<string, (value: Scalar, wanted: Scalar) => boolean>> = {
  $eq: (value, wanted) => isSame(value, wanted),
  $ne: (value, wanted) => !isSame(value, wanted),
  $gt: (value, wanted) => isComparable(value, wanted) && compare(value, wanted) > 0,
  $gte: (value, wanted) => isComparable(value, wanted) && compare(value, wanted) >= 0,
  $lt: (value, wanted) => isComparable(value, wanted) && compare(value, wanted) < 0,
  $lte: (value, wanted) => isComparable(value, wanted) && compare(value, wanted) <= 0,
}

/** @throws RangeError for an unsupported operator or value */
export function toMatcher(selector: Fields): { test: Test } {
  const tests = Object.entries(selector).map(([key, condition]) => toTest(key, condition))
  return { test: (document) => tests.every((isMet) => isMet(document)) }
}

function toTest(key: string, condition: unknown): Test {
  if (key === '$and' || key === '$or') {
    const parts = toList(key, condition).map((part) => toMatcher(toFields(key, part)))
    return key === '$and' ? (document) => parts.every(({ test }) => test(document)) : (document) => parts.some(({ test }) => test(document))
  }
  if (key.startsWith('$') || key.includes('.')) throw unknownQuery(key)
  if (!isFields(condition)) return toComparison(key, '$eq', condition)
  const tests = Object.entries(condition).map(([operator, wanted]) => toComparison(key, operator, wanted))
  return (document) => tests.every((isMet) => isMet(document))
}

function toComparison(key: string, operator: string, wanted: unknown): Test {
  if (operator === '$in' || operator === '$nin') {
    const values = toList(operator, wanted).map((value) => toScalar(key, value))
    return (document) => values.some((value) => isSame(toScalar(key, document[key]), value)) === (operator === '$in')
  }
  const isMet = comparisons[operator]
  if (isMet === undefined) throw unknownQuery(operator)
  const value = toScalar(key, wanted)
  return (document) => isMet(toScalar(key, document[key]), value)
}

const order = (value: Scalar): number => (value === undefined ? 0 : value === null ? 1 : typeof value === 'number' ? 2 : typeof value === 'string' ? 3 : 4)

/** MongoDB's sort order: by type first, then by value. */
export function compare(one: Scalar, other: Scalar): number {
  const ranks = order(one) - order(other)
  if (ranks !== 0 || one == null || other == null) return Math.sign(ranks)
  return one < other ? -1 : one > other ? 1 : 0
}

/** A missing field equals null. */
const isSame = (one: Scalar, other: Scalar): boolean => (one ?? null) === (other ?? null)

const isComparable = (one: Scalar, other: Scalar): boolean => order(one) === order(other)

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

function toScalar(key: string, value: unknown): Scalar {
  if (value === null || value === undefined || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  throw unknownQuery(key)
}

function toFields(operator: string, value: unknown): Fields {
  if (isFields(value)) return value
  throw unknownQuery(operator)
}

function toList(operator: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw unknownQuery(operator)
}

const unknownQuery = (part: string): RangeError => new RangeError(`The app's storage is not asked by ${part}`)
