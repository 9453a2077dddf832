import { dictionary } from '@zxcvbn-ts/language-common'
import { AppError } from '#schema/errors.ts'
import { isMadeOfNames } from './guessable-passwords.ts'

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
