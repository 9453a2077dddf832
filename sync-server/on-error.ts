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

/** Turns any error into `{ code, message, issues?, requestId }`; logs unexpected ones with their cause. */
export const createErrorHandler =
  (log: Log) =>
  (error: unknown, c: Context<AppEnv>): Response => {
    const expected = errorToExpected(error)
    if (expected?.code === 'STORAGE_FULL') log.error({ requestId: c.get('requestId'), ...errorToLogFields(error) }, 'the disk is full')
    if (expected === undefined) log.error({ requestId: c.get('requestId'), ...errorToLogFields(error) }, 'request failed')
    return errorToResponse(c, expected ?? new AppError('INTERNAL'))
  }

/** Handles requests that the adapter refuses before the app: an invalid Host or URL. */
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
  // The body was not read completely, so the connection cannot be reused.
  if (code === 'PAYLOAD_TOO_LARGE') c.header('Connection', 'close')
  c.header('Cache-Control', 'no-store')
  const body: ErrorBody = { code, message, ...(issues && issues.length > 0 && { issues }), requestId: c.get('requestId') }
  return c.json(body, status as ContentfulStatusCode)
}

function errorToExpected(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  // Thrown by Hono, for example when a URL cannot be decoded.
  if (error instanceof HTTPException) return httpStatusToError(error.status)
  if (isBrokenOff(error)) return new AppError('VALIDATION', 'The request ended before it was complete.')
  return databaseErrorToError(error)
}

/** Whether the client aborted the request, such as a tablet that left the wifi; not a server error. */
const isBrokenOff = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ECONNRESET' && error.message === 'aborted'

function httpStatusToError(status: number): AppError | undefined {
  if (status === 413) return new AppError('PAYLOAD_TOO_LARGE')
  if (status === 404) return new AppError('NOT_FOUND')
  if (status >= 400 && status < 500) return new AppError('VALIDATION')
  return undefined
}

/** Retry-After of a full disk, which needs the operator. */
const fullDiskPauseSeconds = 60

/** Retry-After of an unreachable database; the server reconnects by itself. */
const awayPauseSeconds = 2

function databaseErrorToError(error: unknown): AppError | undefined {
  if (isDiskFull(error)) return new AppError('STORAGE_FULL', undefined, { retryAfterSeconds: fullDiskPauseSeconds })
  const kind = toErrorKind(error)
  if (kind === 'away' || kind === 'again') return new AppError('UNAVAILABLE', undefined, { retryAfterSeconds: awayPauseSeconds })
  const code = constraintToCode(error)
  return code && new AppError(code)
}
