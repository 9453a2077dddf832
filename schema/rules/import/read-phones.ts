import { isNobodysPhone, isPhone, keepDigits } from '../../values/phone.ts'
import { phoneToE164, type SplitPhone, splitInternationalPhone, splitNationalPhone } from '../customers/international-phone.ts'

export type ReadPhone = { countryCode: string; phone: string }

/** `isWhole`: the cell says nothing but these numbers. Where it does, it is for the notes, so that nobody loses the rest. */
type ReadPhones = { phones: readonly ReadPhone[]; isWhole: boolean }

/** Far longer than any cell that holds two numbers. */
const maxTextLength = 200

const notRead: ReadPhones = { phones: [], isWhole: false }

/**
 * The numbers of a cell, one or two, as people, programs and spreadsheets write them. `countryCode`: the shop's, of numbers that name
 * none. No number where a digit may be missing: `4.47912E+11`, `415 555 01xx`, `1-800-FLOWERS`; and none of `000-000-0000`.
 */
export function readPhones(text: string, countryCode: string): ReadPhones {
  if (text.length > maxTextLength) return notRead
  const plain = wholeNumberToDigits(toPlain(text))
  if (plain === undefined || isNoNumber(plain)) return notRead
  const { runs, isWhole } = splitRuns(plain)
  const read = runs.map((run) => readRun(run, countryCode))
  const phoneByKey = new Map<string, ReadPhone>()
  for (const phone of read.flatMap((one) => one?.phones ?? [])) {
    const key = phoneToE164(phone.countryCode, phone.phone)
    if (!phoneByKey.has(key)) phoneByKey.set(key, phone)
  }
  const phones = [...phoneByKey.values()]
  return { phones: phones.slice(0, 2), isWhole: isWhole && (phones.length === 1 || phones.length === 2) && read.every((one) => one?.isWhole === true) }
}

/** The first number of a cell. */
export const readPhone = (text: string, countryCode: string): ReadPhone | null => readPhones(text, countryCode).phones[0] ?? null

/** Digits of all scripts are 0-9, signs that nobody sees are gone, as are the marks by which a spreadsheet keeps a text a text. */
function toPlain(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Nd}/gu, toDigit)
    .trim()
  return (/^="(.*)"$/s.exec(plain)?.[1] ?? plain).replace(/^['’]+/, '').trim()
}

/** The ten digits of a script follow each other. */
function toDigit(sign: string): string {
  const code = sign.codePointAt(0) ?? 0
  let value = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value % 10)
}

/** A number of a spreadsheet: `12125550147.0`, `1.2125550147E10`, `12,125,550,147`. Undefined where it rounded digits away. */
function wholeNumberToDigits(text: string): string | undefined {
  const { whole = '', part = '', power } = /^(?<whole>\d+)(?:[.,](?<part>\d+))?\s*e\s*\+?(?<power>\d{1,2})$/i.exec(text)?.groups ?? {}
  if (power !== undefined) {
    const behind = part.slice(Number(power))
    return part.length < Number(power) || /[1-9]/.test(behind) ? undefined : `${whole}${part.slice(0, Number(power))}`
  }
  if (/^\d{1,3}(?:,\d{3}){2,}(?:\.0+)?$/.test(text)) return keepDigits(text.replace(/\.0+$/, ''))
  return text.replace(/^(\+?\d{6,})[.,]0+$/, '$1')
}

const extension =
  /(?:[;,]\s*)?(?:\(\s*)?(?:\b(?:ext(?:ension|n)?|extn|poste|ramal|anexo|interno|int|durchwahl|dw|nst|doorkies|доб)\b[.:=]?|(?<=[\d\s).,;])x|#)\s*[.:=]?\s*\d{1,7}\b\s*\)?/giu

const hidden = /\d[\s.-]*(?:[*?…_●█]|•{2}|\.{2})|(?:[*?…_●█]|•{2}|\.{2})[\s.-]*\d/u
const date = /^(?:(?:19|20)\d\d([./-])\d{1,2}\1\d{1,2}|\d{1,2}([./-])\d{1,2}\2(?:19|20)\d\d)(?!\d)|\d:\d/

/** Signs in place of digits, words with digits in them, a date. */
function isNoNumber(text: string): boolean {
  const bare = text.replaceAll(extension, ' ')
  if (hidden.test(bare) || date.test(bare) || /\d(?:[-.]?\p{L}|@)/u.test(bare)) return true
  return [...bare.matchAll(/(\p{L}+)[-_.]?(?=\d)/gu)].some(([, word = '']) => !labels.test(word))
}

/** Words of what kind of number it is, which nobody needs to keep. */
const labels =
  /^(?:tel|telephone|telefon|teléfono|téléphone|phone|ph|callto|sms|whatsapp|mobile|mobil|mob|cell|handy|home|work|t|m|p|c|or|and|und|oder|ou|et|o|y|e)$/iu

/** The runs of digits with the signs that group them; `isWhole`: beside them stands nothing to keep. */
function splitRuns(text: string): { runs: string[]; isWhole: boolean } {
  // A plus between blanks means 'and'.
  const withoutExtension = text.replaceAll(extension, '\n').replaceAll(/(?<=[\d)])\s+\+\s+(?=[\d(])/g, '\t')
  const others = withoutExtension.split(/[\d+()\s./·•‐‑‒–—-]+/u).flatMap((other) => other.split(/[^\p{L}]+/u))
  const runs = withoutExtension
    .split(/[^\d+() ./·•‐‑‒–—-]+/u)
    .map((run) => run.replaceAll(/\(\s*\)/g, '').trim())
    .filter((run) => /\d/.test(run))
  const isWhole = text.replaceAll(extension, '\n') === text && others.every((word) => word === '' || labels.test(word))
  return { runs, isWhole }
}

/** One number, or several of a line that only a slash, a plus or a blank parts. */
function readRun(run: string, countryCode: string): ReadPhones | undefined {
  const parts = splitAt(run, /(?=\+)|\//)
  const one = parts.slice(1).some((part) => part.startsWith('+')) ? undefined : readNumber(run, countryCode)
  // The ends of a row of numbers, `0170 1234567/68`, may look like one number.
  if (one?.isSure === true && !/\d{3}[\s-]?\d{3,}\s*\/\s*\d{1,3}$/.test(run)) return { phones: [one.phone], isWhole: true }
  if (parts.length > 1) {
    const numbers = parts.map((part) => readNumber(part, countryCode)?.phone)
    const phones = numbers.filter((number) => number !== undefined)
    if (phones.length > 0) return { phones, isWhole: phones.length === parts.length }
  }
  if (one !== undefined) return { phones: [one.phone], isWhole: true }
  // Two that only a blank parts are read where there is one way to part them.
  const pairs = [...run.matchAll(/\s+(?:-\s+)?/g)].flatMap(({ index, 0: gap }) => {
    const [first, second] = [readNumber(run.slice(0, index), countryCode), readNumber(run.slice(index + gap.length), countryCode)]
    return first?.isPossible === true && second?.isPossible === true ? [[first.phone, second.phone]] : []
  })
  return pairs.length === 1 ? { phones: pairs[0] ?? [], isWhole: true } : undefined
}

/** Fewer digits are a part of a number: `030/9876-5`. */
const fewestDigits = 6

/** The parts of a run, each long enough for a number; the last may be what is left. */
function splitAt(run: string, separator: RegExp): string[] {
  const parts: string[] = []
  for (const part of run.split(separator)) {
    const last = parts.at(-1)
    if (last !== undefined && keepDigits(last).length < fewestDigits) parts[parts.length - 1] = `${last} ${part}`
    else parts.push(part)
  }
  return parts
}

/** `isPossible`: as long as numbers of its country are; `isSure`: one that its country gives out. */
type ReadNumber = { phone: ReadPhone; isPossible: boolean; isSure: boolean }

/** What is dialled before the code of another country, where it is not 00; by the code of the country that dials. */
const exitCodes: Readonly<Record<string, RegExp>> = { '+1': /^011/, '+61': /^0011/, '+81': /^010/, '+7': /^810/ }

function readNumber(text: string, countryCode: string): ReadNumber | undefined {
  const digits = keepDigits(text)
  const withPlus = /^\W*\+/.test(text)
  const exitCode = exitCodes[countryCode]
  const abroad = withPlus
    ? text.replace(/^\W*\+[\s+]*0*/, '+')
    : exitCode?.test(digits) === true
      ? `+${digits.replace(exitCode, '')}`
      : /^0{2}/.test(digits)
        ? text
        : ''
  const international = abroad === '' ? undefined : splitInternationalPhone(abroad.replace(/^[^\d+(]+/, ''))
  if (international !== undefined && (withPlus || international.isComplete)) return toNumber(international)
  if (withPlus) return undefined
  return toNumber(splitNationalPhone(countryCode, digits))
}

function toNumber({ countryCode, phone, isComplete, isTooLong, isValid }: SplitPhone): ReadNumber | undefined {
  if (!isPhone(phone) || isNobodysPhone(phone) || isTooLong) return undefined
  return { phone: { countryCode, phone }, isPossible: isComplete, isSure: isValid }
}
