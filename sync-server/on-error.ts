import { randomUUID } from 'node:crypto'
import { RequestError } from '@hono/node-server'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AppError, type ErrorBody } from '#schema/errors.ts'
import type { AppEnv } from './app-env.ts'
import { isDiskFull, toErrorKind } from './db/engines/error-kind.ts'
import { serverIdToMark } from './http/server-mark.ts'
import { errorToLogFields } from './log.ts'
import type { Log } from './services.ts'
import { constraintToCode } from './store/answers/refusal.ts'

/** Turns anything thrown into `{ code, message, issues?, requestId }`; unexpected failures are logged with their cause. */
export const createErrorHandler =
  (log: Log) =>
  (error: unknown, c: Context<AppEnv>): Response => {
    const expected = errorToExpected(error)
    if (expected?.code === 'STORAGE_FULL') log.error({ requestId: c.get('requestId'), ...errorToLogFields(error) }, 'the disk is full')
    if (expected === undefined) log.error({ requestId: c.get('requestId'), ...errorToLogFields(error) }, 'request failed')
    return errorToResponse(c, expected ?? new AppError('INTERNAL'))
  }

/** Handles requests that the adapter refuses before the app sees them: an invalid Host or address. */
export const createAdapterErrorHandler =
  (log: Log, serverId: string) =>
  (error: unknown): Response => {
    const requestId = randomUUID()
    const isExpected = error instanceof RequestError
    if (!isExpected) log.error({ requestId, ...errorToLogFields(error) }, 'request failed')
    const { code, message, status } = isExpected ? new AppError('VALIDATION', 'The address of the request is not valid.') : new AppError('INTERNAL')
    return Response.json({ code, message, requestId } satisfies ErrorBody, {
      status,
      headers: { ...serverIdToMark(serverId), 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
    })
  }

function errorToResponse(c: Context<AppEnv>, error: AppError): Response {
  const { code, message, issues, status, retryAfterSeconds } = error
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(Math.max(1, Math.ceil(retryAfterSeconds))))
  // The body was not read to its end, so the connection cannot carry another request.
  if (code === 'PAYLOAD_TOO_LARGE') c.header('Connection', 'close')
  c.header('Cache-Control', 'no-store')
  const body: ErrorBody = { code, message, ...(issues && issues.length > 0 && { issues }), requestId: c.get('requestId') }
  return c.json(body, status as ContentfulStatusCode)
}

function errorToExpected(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  // Hono throws these itself, for instance when a body is too large or an address cannot be decoded.
  if (error instanceof HTTPException) return httpStatusToError(error.status)
  if (isBrokenOff(error)) return new AppError('VALIDATION', 'The request ended before it was complete.')
  return databaseErrorToError(error)
}

/** Whether the client broke the request off, such as a tablet that left the wifi: nothing failed here. */
const isBrokenOff = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ECONNRESET' && error.message === 'aborted'

function httpStatusToError(status: number): AppError | undefined {
  if (status === 413) return new AppError('PAYLOAD_TOO_LARGE')
  if (status === 404) return new AppError('NOT_FOUND')
  if (status >= 400 && status < 500) return new AppError('VALIDATION')
  return undefined
}

/** Retry-After of a full disk: a person has to make room. */
const fullDiskPauseSeconds = 60

/** Retry-After of a database that cannot be reached: nodes find it again by themselves. */
const awayPauseSeconds = 2

/** The error of a full disk, of a database that is away, or of a broken constraint. */
function databaseErrorToError(error: unknown): AppError | undefined {
  if (isDiskFull(error)) return new AppError('STORAGE_FULL', undefined, { retryAfterSeconds: fullDiskPauseSeconds })
  const kind = toErrorKind(error)
  if (kind === 'away' || kind === 'again') return new AppError('UNAVAILABLE', undefined, { retryAfterSeconds: awayPauseSeconds })
  const code = constraintToCode(error)
  return code && new AppError(code)
}
