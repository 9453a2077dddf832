const byteUnits = ['kB', 'MB', 'GB', 'TB'] as const

/** "212 MB", "3.1 GB": two or three digits, decimal units. */
export function bytesToText(bytes: number): string {
  let value = bytes / 1_000
  let unit: (typeof byteUnits)[number] = 'kB'
  for (const next of byteUnits.slice(1)) {
    if (value < 999.5) break
    value /= 1_000
    unit = next
  }
  return `${value < 9.95 && unit !== 'kB' ? value.toFixed(1).replace(/\.0$/, '') : Math.round(value)} ${unit}`
}
