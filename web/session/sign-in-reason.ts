import { ApiError } from '#web/api/errors.ts'
import { failureToDescription } from '#web/navigation/notify.ts'

/** Why signing in did not work, for a person: the server's own words (too many tries, too busy), never those of a proxy's error page. */
export function signInFailureToReason(error: unknown): string | undefined {
  if (error instanceof ApiError && !error.isFromServer) return 'The server is not available right now. Please try again in a moment.'
  return failureToDescription(error, 'There is no connection to the server.')
}
