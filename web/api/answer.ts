import { parseServerMark, serverMarkHeader } from '#schema/api/server-mark.ts'
import { isRecord } from '#schema/is-record.ts'
import { ApiError, ForeignServerError, NetworkError } from './errors.ts'

/** A server response, its body read to the end. */
export type WireAnswer = { status: number; statusText: string; headers: { get: (name: string) => string | null }; text: string }

/** The id of the server that this device belongs to; undefined before the first response. */
export type KnownServer = { read: () => string | undefined; remember: (serverId: string) => void }

/**
 * Reads a response. Without our server's mark neither its body nor its status is trusted: a proxy may have sent it.
 * @returns the parsed JSON, or `{}` when the response has no body
 * @throws ApiError for a failed request, NetworkError for a success that is not our server's, ForeignServerError for another Mainspring's
 */
export function judgeAnswer({ status, statusText, headers, text }: WireAnswer, known: KnownServer | undefined, adopts: boolean): unknown {
  const mark = parseServerMark(headers.get(serverMarkHeader))
  const isSuccess = status >= 200 && status < 300
  if (mark === undefined)
    throw isSuccess ? new NetworkError() : new ApiError({ status, message: `${status} ${statusText}`.trim(), body: undefined, isFromServer: false })
  const knownId = known?.read()
  if (knownId !== undefined && knownId !== mark.serverId && !adopts) throw new ForeignServerError()
  if (!isSuccess) throw toError(status, statusText, headers, text)
  const parsed = text.trim() === '' ? { value: {} } : parseJson(text)
  if (parsed === undefined) throw new NetworkError()
  if (knownId !== mark.serverId) known?.remember(mark.serverId)
  return parsed.value
}

function toError(status: number, statusText: string, headers: WireAnswer['headers'], text: string): ApiError {
  const parsed = parseJson(text)
  const body = isRecord(parsed?.value) ? parsed.value : undefined
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN)
  const message = body === undefined ? `${status} ${statusText}`.trim() : readMessage(body, status, statusText)
  return new ApiError({ status, message, body, retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined })
}

/** The message for an error: of the body, else the status text, else the number, because HTTP/2 has no status text. */
function readMessage(body: Record<string, unknown>, status: number, statusText: string): string {
  const { message } = body
  if (typeof message === 'string' && message !== '') return message
  return statusText === '' ? String(status) : statusText
}

function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}
