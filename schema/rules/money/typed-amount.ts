/** Which character stands before the cents where the reader lives. */
export type DecimalMark = '.' | ','

/** As the locale writes 1.1; a point for locales that use another sign. */
export function localeToDecimalMark(locale: string | undefined): DecimalMark {
  const mark = new Intl.NumberFormat(locale).formatToParts(1.1).find(({ type }) => type === 'decimal')?.value
  return mark === ',' ? ',' : '.'
}

/**
 * An amount as people write it ('$20', '1,234.50', '1.234,50 €', "1'234.50") as plain digits with a point: '1234.50'.
 * A text that is no amount, or has two readings, stays as it is: the field's own rule refuses it.
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

/** Whether cents are being typed: a point or the reader's own mark that does not group thousands. */
export function hasTypedCents(text: string, mark: DecimalMark): boolean {
  const plain = typedAmountToPlain(text, mark)
  if (/^[0-9]*\.[0-9]*$/.test(plain)) return true
  return plain === text.trim() ? text.includes(mark) : /[.,]$/.test(text.trim())
}

const maxTypedLength = 40
const plainPattern = /^[0-9]*\.?[0-9]*$/
const groupedByPoint = /^[0-9]{1,3}\.[0-9]{3}$/
/** Signs of currencies and their letters, before or behind. */
const currencyAround = /^[\p{Sc}\p{L}]{1,4}\.?\s*|\s*[\p{Sc}\p{L}]{1,4}$/gu
