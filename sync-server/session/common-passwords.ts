import { dictionary } from '@zxcvbn-ts/language-common'
import { AppError } from '#schema/errors.ts'

/** Commonest first, all in small letters. Of the server alone: the list would weigh on every page that loads it. */
const commonest = new Set(dictionary['passwords-common'].slice(0, 10_000))

/** One of the 10,000 passwords that guessers try first, in whatever case? */
export const isCommonPassword = (password: string): boolean => commonest.has(password.toLowerCase())

/**
 * For passwords that a person chooses; those that are stored stay as they are.
 * @param path of the field in the body
 * @throws AppError VALIDATION 'This password is too common.'
 */
export function assertUncommonPassword(password: string, path: 'password' | 'newPassword'): void {
  if (!isCommonPassword(password)) return
  const message = 'This password is too common.'
  throw new AppError('VALIDATION', message, { issues: [{ path, message }] })
}
