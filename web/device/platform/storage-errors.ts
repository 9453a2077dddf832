import { AppError } from '#schema/errors.ts'

export const storageFullMessage = 'The storage of this device is full. Free some space, then try again.'

export const storageTroubleMessage = 'This device had trouble storing data. It will try again.'

/** Dexie wraps the browser's error, and an aborted transaction contains its cause. */
export function isQuotaError(error: unknown): boolean {
  for (let current: unknown = error, depth = 0; typeof current === 'object' && current !== null && depth < 6; depth++) {
    const { name, message, inner, cause } = current as { name?: unknown; message?: unknown; inner?: unknown; cause?: unknown }
    if (name === 'QuotaExceededError' || (typeof message === 'string' && /quota/i.test(message))) return true
    current = inner ?? cause
  }
  return false
}

/** @throws AppError UNAVAILABLE with a user message when the storage is full */
export async function tellingFullStorage<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw isQuotaError(error) ? new AppError('UNAVAILABLE', storageFullMessage) : error
  }
}
