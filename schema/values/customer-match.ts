import { keepDigits } from './phone.ts'

const matchDigits = 4
/** Anything but plain ASCII; a backquote is typed as an apostrophe. */
const notPlain = /[^ -_a-~\t\r\n]/

/** Accents, soft hyphens, and marks without a width. */
const unseen = /[\u0300-\u036f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+|[\ufe00-\ufe0f]+/g

/** How signs are typed on other keyboards. The last sigma is one that lower-casing makes at the end of a word. */
const plainBySign = new Map([
  ...Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ŧ: 't', ŋ: 'n', ı: 'i', ς: 'σ' }),
  ...toEntries('`´‘’‛ʹʻʼʽˈ′', "'"),
  ...toEntries('“”„‟″«»', '"'),
  ...toEntries('‐–—―−', '-'),
])
const signs = new RegExp(`[${[...plainBySign.keys()].join('')}]`, 'g')

function toEntries(kind: string, plain: string): [string, string][] {
  return [...kind].map((sign) => [sign, plain])
}

const toPlain = (sign: string): string => plainBySign.get(sign) ?? sign

/**
 * The one spelling in which texts are searched and compared: lower case, without accents, letters such as ß and ø as on
 * keyboards without them, plain apostrophes, quotes and dashes.
 */
export function foldText(text: string): string {
  if (!notPlain.test(text)) return text.toLowerCase()
  // Twice: Unicode would split some signs into others, and splits letters into some of these signs.
  return text.replace(signs, toPlain).normalize('NFKD').toLowerCase().replace(unseen, '').replace(signs, toPlain)
}

export function lastFourDigits(typed: string): string | null {
  const digits = keepDigits(typed)
  return digits.length < matchDigits ? null : digits.slice(-matchDigits)
}
