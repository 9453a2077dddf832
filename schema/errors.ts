import type { ActivityEntry } from './rules/text/activity-entry.ts'

/** Error codes with HTTP status and default message. Body of every error: `{ code, message, issues?: [{ path, message }], requestId }`. */
export const errorTable = {
  VALIDATION: { status: 400, title: 'Some values are not valid.' },
  INVALID_REFERENCE: { status: 400, title: 'This refers to something that does not exist in this shop.' },
  UNAUTHENTICATED: { status: 401, title: 'Please sign in.' },
  /** The password was correct; the user also needs a code from an app. */
  SIGN_IN_CODE_REQUIRED: { status: 401, title: 'Enter the code from your app.' },
  FORBIDDEN: { status: 403, title: 'You do not have permission to do this.' },
  /** The user's last sign-in code is more than 15 minutes old. */
  FRESH_CODE_REQUIRED: { status: 403, title: 'Enter a code from your app to go on.' },
  NOT_FOUND: { status: 404, title: 'Not found.' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'This address does not take that method.' },
  CONFLICT: { status: 409, title: 'This conflicts with what is stored.' },
  DELETED: { status: 409, title: 'This was deleted in the meantime.' },
  /** The author of the deletion had not seen all changes of the row and its dependents. */
  CHANGED_SINCE: { status: 409, title: 'Since then something was added or changed. Delete anyway?' },
  /** The restore names a deletion other than the current one. */
  DELETED_TOO: { status: 409, title: 'Somebody else deleted this too.' },
  FOREIGN_KEY_VIOLATION: { status: 409, title: 'This is still in use.' },
  UNIQUE_CONSTRAINT_VIOLATION: { status: 409, title: 'This value is already taken.' },
  SHOP_ALREADY_ASSIGNED: { status: 409, title: 'This shop is already assigned to another entity.' },
  PAYLOAD_TOO_LARGE: { status: 413, title: 'This is too large to be sent at once.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'Requests must be JSON.' },
  UPGRADE_REQUIRED: { status: 426, title: 'Update Mainspring to go on syncing.' },
  TOO_MANY_REQUESTS: { status: 429, title: 'Too many tries. Please wait a moment.' },
  INTERNAL: { status: 500, title: 'Something went wrong on the server.' },
  UNAVAILABLE: { status: 503, title: 'The server is not available right now.' },
  STORAGE_FULL: { status: 507, title: 'The server has no room left on its disk. Please try again later.' },
} as const satisfies Record<string, { status: number; title: string }>

export type ErrorCode = keyof typeof errorTable

export type Issue = { path: string; message: string }

/** Limits the errors of one request; no form has more fields. */
export const issuesMax = 20

export type ErrorBody = { code: ErrorCode; message: string; issues?: Issue[] | undefined; requestId?: string | undefined }

export const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(errorTable, code)

/** An expected failure: a code, a message for users and, for VALIDATION, the invalid fields. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly issues: Issue[] | undefined
  /** What the message says, for the answer to a push: the app tells it in the reader's language. */
  readonly told: ActivityEntry | undefined
  /** Seconds until a throttled call may be retried; sent as Retry-After. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message?: string, more: { issues?: Issue[]; told?: ActivityEntry; retryAfterSeconds?: number } = {}) {
    super(message ?? errorTable[code].title)
    this.name = 'AppError'
    this.code = code
    this.status = errorTable[code].status
    this.issues = more.issues?.slice(0, issuesMax)
    this.told = more.told
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}
