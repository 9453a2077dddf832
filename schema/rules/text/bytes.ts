const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** "212 MB", "3.1 GB": two or three digits, decimal units, as the reader's language writes them. */
export function bytesToText(bytes: number, locale = 'en'): string {
  let value = bytes / 1_000
  let unit: (typeof units)[number] = 'kilobyte'
  for (const next of units.slice(1)) {
    if (value < 999.5) break
    value /= 1_000
    unit = next
  }
  const maximumFractionDigits = value < 9.95 && unit !== 'kilobyte' ? 1 : 0
  return value.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits, useGrouping: false })
}
