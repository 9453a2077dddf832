import { AppError, type ErrorCode, errorTable, isErrorCode, type Issue } from '#schema/errors.ts'

/** No usable answer: no network, a time-out, or a page that is not ours (a captive portal). */
export class NetworkError extends Error {
  constructor(message = 'No connection to the server.', options?: ErrorOptions) {
    super(message, options)
    this.name = 'NetworkError'
  }
}

/** Another Mainspring server than this device's answers at the address: its word says nothing about what is here. */
export class ForeignServerError extends NetworkError {
  constructor() {
    super('Another Mainspring server answers at this address.')
    this.name = 'ForeignServerError'
  }
}

/** A non-success answer, rebuilt as ERR-01..03 say; every other field of the JSON body is copied onto it (ERR-04). */
export class ApiError extends AppError {
  override readonly status: number
  /** False without our server's mark, and when the body was not JSON: then it is no verdict on anything. */
  readonly isFromServer: boolean
  readonly requestId: string | undefined
  /** The answer's own `code`, also one that is none of ours, such as a database's '23503'. */
  readonly sentCode: string | undefined

  constructor(answer: {
    status: number
    message: string
    body: Record<string, unknown> | undefined
    isFromServer?: boolean
    retryAfterSeconds?: number | undefined
  }) {
    const { status, message, body, isFromServer = body !== undefined, retryAfterSeconds } = answer
    const issues = readIssues(body?.['issues'])
    super(isErrorCode(body?.['code']) ? body['code'] : isFromServer ? statusToCode(status) : 'UNAVAILABLE', message, {
      ...(issues ? { issues } : {}),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    })
    for (const [name, value] of Object.entries(body ?? {})) {
      if (!reservedFields.has(name)) Object.defineProperty(this, name, { value, enumerable: true, configurable: true })
    }
    this.name = 'ApiError'
    this.status = status
    this.isFromServer = isFromServer
    this.sentCode = typeof body?.['code'] === 'string' || typeof body?.['code'] === 'number' ? String(body['code']) : undefined
    this.requestId = typeof body?.['requestId'] === 'string' ? body['requestId'] : undefined
  }
}

/** What the error computes itself, or what would break it as an Error. */
const reservedFields = new Set([
  'code',
  'message',
  'issues',
  'status',
  'requestId',
  'sentCode',
  'retryAfterSeconds',
  'isFromServer',
  'name',
  'stack',
  'cause',
  '__proto__',
  'constructor',
])

export const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

function readIssues(value: unknown): Issue[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.flatMap((issue: unknown) => {
    if (typeof issue !== 'object' || issue === null) return []
    const { path, message } = issue as Record<string, unknown>
    return typeof path === 'string' && typeof message === 'string' ? [{ path, message }] : []
  })
}

/** The code for an answer that names none: the first of the table with that status, else by class. */
function statusToCode(status: number): ErrorCode {
  const exact = (Object.keys(errorTable) as ErrorCode[]).find((code) => errorTable[code].status === status)
  return exact ?? (status >= 500 ? 'UNAVAILABLE' : 'VALIDATION')
}
