/** The middle value, or the mean of the two in the middle. @throws RangeError without values */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('A median needs at least one value')
  const sorted = values.toSorted((a, b) => a - b)
  const upper = Math.floor(sorted.length / 2)
  const lower = sorted.length % 2 === 0 ? upper - 1 : upper
  return ((sorted[lower] ?? Number.NaN) + (sorted[upper] ?? Number.NaN)) / 2
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Rounds to three significant digits, and from 100 on to whole numbers: 12.34 → 12.3, 1234 → 1234. */
export function roundForPeople(value: number): number {
  if (!Number.isFinite(value) || Math.abs(value) >= 100) return Math.round(value)
  return Number(value.toPrecision(3))
}
