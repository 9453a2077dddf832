import { ApiError } from '#web/api/errors.ts'
import { failureToDescription } from '#web/navigation/notify.ts'

/** Why signing in failed: our server's message (such as too many tries), never that of a proxy's error page. */
export function signInFailureToReason(error: unknown): string | undefined {
  if (error instanceof ApiError && !error.isFromServer) return 'The server is not available right now. Please try again in a moment.'
  return failureToDescription(error, 'There is no connection to the server.')
}
