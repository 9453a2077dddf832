/** Both ends inclusive. */
export type NumberRange = { from: number; to: number }

export const countNumbers = (ranges: readonly NumberRange[]): number => ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0)

/** The smallest number; undefined when none is left. */
export const firstNumber = (ranges: readonly NumberRange[]): number | undefined => ranges[0]?.from

/** The ranges without one number; undefined when they do not contain it. */
export function withoutNumber(ranges: readonly NumberRange[], number: number): NumberRange[] | undefined {
  const index = ranges.findIndex(({ from, to }) => from <= number && number <= to)
  const range = ranges[index]
  if (range === undefined) return undefined
  const halves = [
    { from: range.from, to: number - 1 },
    { from: number + 1, to: range.to },
  ]
  return [...ranges.slice(0, index), ...halves.filter(({ from, to }) => from <= to), ...ranges.slice(index + 1)]
}

/** The ranges plus one, ascending, with overlaps joined. */
export const withRange = (ranges: readonly NumberRange[], added: NumberRange): NumberRange[] => joinRanges([...ranges, added])

/** Ascending, with overlaps joined. */
export function joinRanges(ranges: readonly NumberRange[]): NumberRange[] {
  const joined: NumberRange[] = []
  for (const range of ranges.toSorted((one, other) => one.from - other.from)) {
    const last = joined.at(-1)
    if (last !== undefined && range.from <= last.to + 1) joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, range.to) }
    else joined.push(range)
  }
  return joined
}

/** Whether the server's answer is a range of at most `count` numbers. */
export function isRangeOf(answer: unknown, count: number): answer is NumberRange {
  if (typeof answer !== 'object' || answer === null || !('from' in answer) || !('to' in answer)) return false
  const { from, to } = answer
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to)) return false
  return (from as number) >= 1 && (from as number) <= (to as number) && (to as number) - (from as number) < count
}

/** The ranges without the numbers of another range. */
export const withoutRange = (ranges: readonly NumberRange[], taken: NumberRange): NumberRange[] =>
  ranges.flatMap(({ from, to }) =>
    [
      { from, to: Math.min(to, taken.from - 1) },
      { from: Math.max(from, taken.to + 1), to },
    ].filter((part) => part.from <= part.to),
  )

/** The numbers of a range that lie in one of the ranges. */
export const partsWithin = (ranges: readonly NumberRange[], { from, to }: NumberRange): NumberRange[] =>
  ranges.map((range) => ({ from: Math.max(range.from, from), to: Math.min(range.to, to) })).filter((part) => part.from <= part.to)
