/** Row by row, numbered as phones do. */
export const patternDots = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

/** `1-4-7-8-9`; undefined unless it has two or more distinct dots. */
export function textToPattern(text: string): number[] | undefined {
  if (!/^[1-9](?:-[1-9])+$/.test(text)) return undefined
  const dots = text.split('-').map(Number)
  return new Set(dots).size === dots.length ? dots : undefined
}

export const patternToText = (dots: readonly number[]): string => dots.join('-')

const placeOf = (dot: number): { column: number; row: number } => ({ column: (dot - 1) % 3, row: Math.floor((dot - 1) / 3) })

function dotBetween(from: number, to: number): number | undefined {
  const [a, b] = [placeOf(from), placeOf(to)]
  const [columns, rows] = [a.column + b.column, a.row + b.row]
  if (Math.abs(a.column - b.column) === 1 || Math.abs(a.row - b.row) === 1) return undefined
  return columns % 2 === 0 && rows % 2 === 0 ? (rows / 2) * 3 + columns / 2 + 1 : undefined
}

/** Adds a dot as phones do: a line also selects the dot it passes over; no dot twice. */
export function addDot(dots: readonly number[], dot: number): number[] {
  if (dots.includes(dot)) return [...dots]
  const last = dots.at(-1)
  const between = last === undefined ? undefined : dotBetween(last, dot)
  return between === undefined || dots.includes(between) ? [...dots, dot] : [...dots, between, dot]
}
