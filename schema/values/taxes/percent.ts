/** 100 %, in millionths. */
export const wholePpm = 1_000_000

/**
 * Millionths (SQL) to percent (API).
 * @throws RangeError if not a safe integer
 */
export function ppmToPercent(ppm: number): number {
  if (!Number.isSafeInteger(ppm)) throw new RangeError(`Not a whole number of millionths: ${ppm}`)
  return ppm / 10_000
}

/**
 * Exact inverse of ppmToPercent.
 * @throws RangeError for more than four decimals or a non-finite percentage
 */
export function percentToPpm(percent: number): number {
  const ppm = Math.round(percent * 10_000)
  if (!Number.isSafeInteger(ppm) || ppm / 10_000 !== percent) throw new RangeError(`Not a percentage with at most four decimals: ${percent}`)
  return ppm + 0 // -0 becomes 0
}

const percentPattern = /^(?:[0-9]+(?:\.[0-9]{1,4})?|\.[0-9]{1,4})$/

/** 0 to 100 with at most four decimals; null for anything else. */
export function parsePercent(text: string): number | null {
  const trimmed = text.trim()
  return percentPattern.test(trimmed) && isPercent(Number(trimmed)) ? Number(trimmed) : null
}

export const isPercent = (value: number): boolean => value >= 0 && value <= 100 && Math.round(value * 10_000) / 10_000 === value

/** "8.875%". */
export const formatPpm = (ppm: number): string => `${ppmToPercent(ppm)}%`
