/** The alphabet of text messages (GSM 03.38). A text of other letters has room for less than half as many. */
const gsmLetters = new Set('@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà')
/** These take the room of two. */
const gsmPairs = new Set('^{}\\[~]|€\f')

const limits = { gsm: { single: 160, part: 153 }, unicode: { single: 70, part: 67 } } as const

/** `parts`: messages that the carrier charges. `letters` of `room`: in those parts. `foreign`: the signs that are not in the alphabet. */
type TextParts = { parts: number; letters: number; room: number; foreign: readonly string[] }

export function countTextParts(text: string): TextParts {
  const signs = [...text]
  const foreign = [...new Set(signs.filter((sign) => !isGsm(sign)))]
  const { single, part } = foreign.length === 0 ? limits.gsm : limits.unicode
  const toSize = (sign: string): number => (foreign.length > 0 ? sign.length : gsmPairs.has(sign) ? 2 : 1)
  const letters = signs.reduce((sum, sign) => sum + toSize(sign), 0)
  if (letters <= single) return { parts: 1, letters, room: single, foreign }
  // No sign is split between two parts.
  let [parts, used] = [1, 0]
  for (const sign of signs) {
    const size = toSize(sign)
    if (used + size > part) [parts, used] = [parts + 1, 0]
    used += size
  }
  return { parts, letters, room: parts * part, foreign }
}

const isGsm = (sign: string): boolean => gsmLetters.has(sign) || gsmPairs.has(sign)

/** Signs that programs put in place of those on a keyboard, and letters that no accent can be taken from. */
const plainBySign: Readonly<Record<string, string>> = {
  ...toEach('‘’‚‛′´`ʼ', "'"),
  ...toEach('“”„‟″«»', '"'),
  ...toEach('‹›', "'"),
  ...toEach('–—‒―‐‑−', '-'),
  ...toEach('•·', '-'),
  ...toEach('\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t\u2028\u2029', ' '),
  ...toEach('\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069', ''),
  '…': '...',
  '×': 'x',
  '№': 'No.',
  '™': 'TM',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  œ: 'oe',
  Œ: 'OE',
  ẞ: 'SS',
}

function toEach(signs: string, plain: string): Record<string, string> {
  return Object.fromEntries([...signs].map((sign) => [sign, plain]))
}

/**
 * A text in the letters of text messages: straight quotes, plain blanks and dashes, no accents that the alphabet lacks. A text that other
 * letters are needed for, such as Greek, Cyrillic or emoji, stays as it is.
 */
export function toGsmText(text: string): string {
  const plain = [...text.normalize('NFC')].map(toGsmSigns).join('')
  return countTextParts(plain).foreign.length === 0 ? plain : text
}

function toGsmSigns(sign: string): string {
  if (isGsm(sign)) return sign
  const plain = plainBySign[sign]
  if (plain !== undefined) return plain
  const bare = sign.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return bare !== '' && [...bare].every(isGsm) ? bare : sign
}
