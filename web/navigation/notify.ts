import { AppError } from '#schema/errors.ts'
import { toShownText } from '#web/language/staff-texts.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'

/** A toast's text: the part before a separator (':', '-', '/') is the title, the rest the description. */
export type ToastText = string | { title: string; description?: string | undefined; action?: ToastAction | undefined }

type ToastAction = { label: string; onPress: () => void }

export function notifySuccess(title: string, description?: string, action?: ToastAction): void {
  showToast({ title, tone: 'success', action, ...(description === undefined ? {} : { description }) })
}

/** A destructive toast. Given an error, the description is the server's message; without a response it is `fallback`, or nothing. */
export function notifyFailure(title: string, cause?: unknown, fallback?: string): void {
  const description = typeof cause === 'string' ? cause : failureToDescription(cause, fallback)
  showToast({ title, tone: 'destructive', ...(description === undefined || description === title ? {} : { description }) })
}

/** An error as text: the server's message in the reader's language, or the fallback without a response. */
export function failureToDescription(error: unknown, fallback?: string): string | undefined {
  return error instanceof AppError && error.message !== '' ? toShownText(error.message, error.code) : fallback
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; error: unknown; reason: string | undefined }

type ActionOptions<T> = {
  run: () => Promise<T> | T
  success?: ToastText | ((value: T) => ToastText) | undefined
  /** `description` is the fallback when the server sends no message. */
  failure: ToastText
}

/** Runs an action and shows its outcome as a toast, so that dialogs need no try/catch. */
export async function runAction<T>({ run, success, failure }: ActionOptions<T>): Promise<Outcome<T>> {
  try {
    const value = await run()
    if (success !== undefined) {
      const { title, description, action } = toParts(typeof success === 'function' ? success(value) : success)
      notifySuccess(title, description, action)
    }
    return { ok: true, value }
  } catch (error) {
    const { title, description } = toParts(failure)
    notifyFailure(title, error, description)
    return { ok: false, error, reason: failureToDescription(error) }
  }
}

const toParts = (text: ToastText): Exclude<ToastText, string> => (typeof text === 'string' ? { title: text } : text)
