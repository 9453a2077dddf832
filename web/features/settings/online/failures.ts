import { AppError } from '#schema/errors.ts'
import { ApiError } from '#web/api/errors.ts'
import type { ToastText } from '#web/navigation/notify.ts'

/** As the answer spelled it: a database's own codes reach the documented words too. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof ApiError && error.sentCode !== undefined) return error.sentCode
  return error instanceof AppError ? error.code : undefined
}
const messageOf = (error: unknown): string => (error instanceof AppError ? error.message : '')

/** `text` are the documented words, which the server's message does not replace. */
export type FailureWords = { title: string; text?: string }

/** ERR-45..47. The answer's own words would say the same twice, so only the last case shows them. */
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

/** ERR-53..55, with every documented variant. */
export function deleteEmployeeFailure(error: unknown): FailureWords {
  const code = codeOf(error)
  const message = messageOf(error)
  if (code === 'FOREIGN_KEY_VIOLATION' || code === '23503' || /foreign[- ]key|constraint/i.test(message)) {
    return { title: 'Cannot delete employee', text: 'This employee is assigned to orders or tasks. Unassign them first.' }
  }
  return /not found/i.test(message) ? { title: 'Employee not found' } : { title: 'Failed to delete employee' }
}

/** User admin: 'Error' and the server's message, or the documented text. */
export const userFailure = (text: string): ToastText => ({ title: 'Error', description: text })
export const userSuccess = (text: string): ToastText => ({ title: 'Success', description: text })
