export const numberFormatMax = 40

/**
 * How invoices or credit notes are numbered: `{0000}`, once, is the number with as many digits at least, and `{YYYY}`
 * the year, with which the count begins anew.
 */
export const isNumberFormat = (format: string): boolean =>
  format.length <= numberFormatMax && /^[A-Za-z0-9 ./_-]*\{0{1,10}\}[A-Za-z0-9 ./_-]*$/.test(format.replace('{YYYY}', ''))

const place = /\{0+\}/

/** What is counted together: `2026-{0}`. More digits go on with the same count. `day`: of the issue, by the shop's calendar. */
export const toSeries = (format: string, day: string): string => format.replace('{YYYY}', day.slice(0, 4)).replace(place, '{0}')

/** `2026-0007`. */
export function toDocumentNumber(format: string, day: string, count: number): string {
  const digits = (place.exec(format)?.[0].length ?? 3) - 2
  return format.replace('{YYYY}', day.slice(0, 4)).replace(place, String(count).padStart(digits, '0'))
}

/** The count in a number of the series; undefined for a number of another one. */
export function readCount(series: string, number: string): number | undefined {
  const [before = '', after = ''] = series.split('{0}')
  const digits = number.slice(before.length, number.length - after.length)
  return number === `${before}${digits}${after}` && /^[0-9]{1,15}$/.test(digits) ? Number(digits) : undefined
}
