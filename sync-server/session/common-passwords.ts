import { dictionary } from '@zxcvbn-ts/language-common'
import { AppError } from '#schema/errors.ts'
import { foldText } from '#schema/values/customer-match.ts'

/** Most common first, in lower case. Server only, because the list is too large for web pages. */
const commonest = new Set(dictionary['passwords-common'].slice(0, 10_000))

/** Whether it is one of the 10,000 most common passwords, ignoring case. */
export const isCommonPassword = (password: string): boolean => commonest.has(password.toLowerCase())

/**
 * For newly chosen passwords only.
 * @param path of the field in the body
 * @param names of the person and of shops, which are guessed first
 * @throws AppError VALIDATION 'This password is too common.', or that it is a name
 */
export function assertUncommonPassword(password: string, path: 'password' | 'newPassword', names: readonly (string | null)[]): void {
  const isCommon = isCommonPassword(password)
  if (!isCommon && !isMadeOfNames(password, names)) return
  const message = isCommon ? 'This password is too common.' : 'This password is easy to guess: it is made of names of the person, the shop or the program.'
  throw new AppError('VALIDATION', message, { issues: [{ path, message }] })
}

/** Signs that stand for letters, such as in `M4in$pring`. */
const letterBySign: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' }

const signsToLetters = (text: string): string => text.replaceAll(/[0-9@$!]/g, (sign) => letterBySign[sign] ?? sign)
const toLetters = (text: string): string => text.replaceAll(/[^\p{L}]/gu, '')
const shortest = 3
const product = 'mainspring'

/**
 * Whether nothing but names stand in a password, besides digits and signs: those of the product, and `names` of its
 * person and shops, whole or by word, with signs for letters or not.
 */
export function isMadeOfNames(password: string, names: readonly (string | null)[]): boolean {
  const folded = names.flatMap((name) => (name === null ? [] : foldText(name)))
  const words = new Set([product, ...folded.flatMap((name) => [toLetters(name), ...name.split(/[^\p{L}]+/u)])].filter((word) => word.length >= shortest))
  const longestFirst = [...words].toSorted((one, other) => other.length - one.length)
  const plain = foldText(password)
  return [plain, signsToLetters(plain), signsToLetters(plain.replace(/[\d!]+$/, ''))].some((text) => {
    const letters = toLetters(text)
    return letters !== '' && longestFirst.reduce((rest, word) => rest.replaceAll(word, ''), letters) === ''
  })
}
