import { AppError } from '#schema/errors.ts'
import { ApiError } from '#web/api/errors.ts'
import type { ToastText } from '#web/navigation/notify.ts'

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
      return { title: 'Shop Already Assigned', text: 'This shop is already assigned to another entity. Each shop can only be assigned to one entity.' }
    case 'UNIQUE_CONSTRAINT_VIOLATION':
    case '23505':
      return { title: 'Assignment Conflict', text: 'Shop assignment conflict. A shop can only be assigned to one entity.' }
    default:
      return { title: 'Failed to assign shop' }
  }
}

export function deleteEmployeeFailure(error: unknown): FailureWords {
  const code = codeOf(error)
  const message = messageOf(error)
  if (code === 'FOREIGN_KEY_VIOLATION' || code === '23503' || /foreign[- ]key|constraint/i.test(message)) {
    return { title: 'Cannot delete employee', text: 'This employee is assigned to orders or tasks. Unassign them first.' }
  }
  return /not found/i.test(message) ? { title: 'Employee not found' } : { title: 'Failed to delete employee' }
}

/** User admin: 'Error' with the server's message, or the default text. */
export const userFailure = (text: string): ToastText => ({ title: 'Error', description: text })
export const userSuccess = (text: string): ToastText => ({ title: 'Success', description: text })
