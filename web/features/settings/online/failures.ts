import { AppError } from '#schema/errors.ts'
import { ApiError } from '#web/api/errors.ts'
import type { ToastText } from '#web/navigation/notify.ts'
import { settings } from '../all/settings-texts.ts'

/** The code as the answer sent it: raw database codes map to the same texts. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof ApiError && error.sentCode !== undefined) return error.sentCode
  return error instanceof AppError ? error.code : undefined
}
const messageOf = (error: unknown): string => (error instanceof AppError ? error.message : '')

/** `text`: the specified text, used instead of the server's message. */
export type FailureWords = { title: string; text?: string }

/** Only the default case shows the server's message; in the others it would repeat the text. */
export function assignShopFailure(error: unknown): FailureWords {
  switch (codeOf(error)) {
    case 'SHOP_ALREADY_ASSIGNED':
      return { title: settings.failures.shopTaken(), text: settings.failures.shopTakenText() }
    case 'UNIQUE_CONSTRAINT_VIOLATION':
    case '23505':
      return { title: settings.failures.shopConflict(), text: settings.failures.shopConflictText() }
    default:
      return { title: settings.failures.assignShop() }
  }
}

export function deleteEmployeeFailure(error: unknown): FailureWords {
  const code = codeOf(error)
  const message = messageOf(error)
  if (code === 'FOREIGN_KEY_VIOLATION' || code === '23503' || /foreign[- ]key|constraint/i.test(message)) {
    return { title: settings.failures.employeeUsed(), text: settings.failures.employeeUsedText() }
  }
  return /not found/i.test(message) ? { title: settings.failures.employeeGone() } : { title: settings.failures.deleteEmployee() }
}

/** User admin: 'Error' with the server's message, or the default text. */
export const userFailure = (text: string): ToastText => ({ title: settings.error(), description: text })
export const userSuccess = (text: string): ToastText => ({ title: settings.success(), description: text })
