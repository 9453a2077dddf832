import { AppError, type ErrorCode, errorTable, isErrorCode, type Issue } from '#schema/errors.ts'
import { isRecord } from '#schema/is-record.ts'

/** No usable response: no network, a timeout, or a captive portal's page. */
export class NetworkError extends Error {
  constructor(message = 'No connection to the server.', options?: ErrorOptions) {
    super(message, options)
    this.name = 'NetworkError'
  }
}

/** Another Mainspring server answers at the address, so its response says nothing about this device's data. */
export class ForeignServerError extends NetworkError {
  constructor() {
    super('Another Mainspring server answers at this address.')
    this.name = 'ForeignServerError'
  }
}

/** A failed request. Other fields of the JSON body are copied onto the error. */
export class ApiError extends AppError {
  override readonly status: number
  /** False without our server's header or a JSON body: our server has then neither accepted nor refused the request. */
  readonly isFromServer: boolean
  readonly requestId: string | undefined
  /** The body's `code`, even if our table lacks it, such as a database's '23503'. */
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

/** Body fields that are not copied: the error computes them, or they would break it as an Error. */
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

/** The error code for a response without one: the table's first with that status, else by status class. */
function statusToCode(status: number): ErrorCode {
  const exact = (Object.keys(errorTable) as ErrorCode[]).find((code) => errorTable[code].status === status)
  return exact ?? (status >= 500 ? 'UNAVAILABLE' : 'VALIDATION')
}
