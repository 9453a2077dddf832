import { dictionary } from '@zxcvbn-ts/language-common'
import { AppError } from '#schema/errors.ts'

/** Most common first, in lower case. Server only, because the list is too large for web pages. */
const commonest = new Set(dictionary['passwords-common'].slice(0, 10_000))

/** Whether it is one of the 10,000 most common passwords, ignoring case. */
export const isCommonPassword = (password: string): boolean => commonest.has(password.toLowerCase())

/**
 * For newly chosen passwords only.
 * @param path of the field in the body
 * @throws AppError VALIDATION 'This password is too common.'
 */
export function assertUncommonPassword(password: string, path: 'password' | 'newPassword'): void {
  if (!isCommonPassword(password)) return
  const message = 'This password is too common.'
  throw new AppError('VALIDATION', message, { issues: [{ path, message }] })
}
