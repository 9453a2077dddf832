import { AppError, type ErrorCode, errorTable, isErrorCode, type Issue } from '#schema/errors.ts'
import { isRecord } from '#schema/is-record.ts'

/** No usable server response: no network, a time-out, or a page of a captive portal. */
export class NetworkError extends Error {
  constructor(message = 'No connection to the server.', options?: ErrorOptions) {
    super(message, options)
    this.name = 'NetworkError'
  }
}

/** Another Mainspring server than this device's responds at the address, so its response says nothing about this device's data. */
export class ForeignServerError extends NetworkError {
  constructor() {
    super('Another Mainspring server answers at this address.')
    this.name = 'ForeignServerError'
  }
}

/** A failed request with its message as ERR-01..03 say; every other field of the JSON body is copied onto the error. */
export class ApiError extends AppError {
  override readonly status: number
  /** False without our server's mark or a JSON body: then our server has neither accepted nor refused the request. */
  readonly isFromServer: boolean
  readonly requestId: string | undefined
  /** The `code` of the response body, also one that is not in our table, such as a database's '23503'. */
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

/** Fields of a body that are not copied: the error computes them itself, or they would break it as an Error. */
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
    if (!isRecord(issue)) return []
    const { path, message } = issue
    return typeof path === 'string' && typeof message === 'string' ? [{ path, message }] : []
  })
}

/** The error code for a response that names none: the first of the table with that status, else by class of status. */
function statusToCode(status: number): ErrorCode {
  const exact = (Object.keys(errorTable) as ErrorCode[]).find((code) => errorTable[code].status === status)
  return exact ?? (status >= 500 ? 'UNAVAILABLE' : 'VALIDATION')
}
