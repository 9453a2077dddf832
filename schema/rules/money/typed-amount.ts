export type DecimalMark = '.' | ','

/** The locale's decimal mark, '.' for locales with another one. */
export function localeToDecimalMark(locale: string | undefined): DecimalMark {
  const mark = new Intl.NumberFormat(locale).formatToParts(1.1).find(({ type }) => type === 'decimal')?.value
  return mark === ',' ? ',' : '.'
}

/**
 * Converts '$20', '1,234.50', '1.234,50 €' or "1'234.50" to '1234.50'. An invalid or ambiguous text is returned as is,
 * for the field's rule to refuse.
 */
export function typedAmountToPlain(text: string, mark: DecimalMark): string {
  const trimmed = text.trim()
  if (trimmed.length > maxTypedLength) return trimmed
  const digits = trimmed.replace(currencyAround, '')
  if (!/[0-9]/.test(digits)) return trimmed
  if (plainPattern.test(digits)) return mark === ',' && groupedByPoint.test(digits) ? digits.replaceAll('.', '') : digits
  const lastMark = /[.,](?=[0-9]{0,2}$)/.exec(digits)?.[0]
  const decimal = lastMark ?? mark
  const [whole = '', cents = '', ...more] = lastMark === undefined ? [digits] : digits.split(decimal)
  const grouping = /^[0-9]{1,3}([.,'’\s])[0-9]{3}(?:\1[0-9]{3})*$/u.exec(whole)
  if (more.length > 0 || grouping?.[1] === decimal || (grouping === null && !/^[0-9]*$/.test(whole))) return trimmed
  const plainWhole = whole.replace(/[^0-9]/g, '')
  return cents === '' ? plainWhole || trimmed : `${plainWhole}.${cents}`
}

/** Whether the text has a decimal mark that is not a thousands separator. */
export function hasTypedCents(text: string, mark: DecimalMark): boolean {
  const plain = typedAmountToPlain(text, mark)
  if (/^[0-9]*\.[0-9]*$/.test(plain)) return true
  return plain === text.trim() ? text.includes(mark) : /[.,]$/.test(text.trim())
}

const maxTypedLength = 40
const plainPattern = /^[0-9]*\.?[0-9]*$/
const groupedByPoint = /^[0-9]{1,3}\.[0-9]{3}$/
const currencyAround = /^[\p{Sc}\p{L}]{1,4}\.?\s*|\s*[\p{Sc}\p{L}]{1,4}$/gu
