import { parseServerMark, serverMarkHeader } from '#schema/api/server-mark.ts'
import { isRecord } from '#schema/is-record.ts'
import { ApiError, ForeignServerError, NetworkError } from './errors.ts'

type WireAnswer = { status: number; statusText: string; headers: { get: (name: string) => string | null }; text: string }

/** The id of this device's server; undefined before the first response. */
export type KnownServer = { read: () => string | undefined; remember: (serverId: string) => void }

/**
 * Parses a response. Without our server's header, neither body nor status is trusted: a proxy may have sent it.
 * @returns the parsed JSON, or `{}` for an empty body
 * @throws ApiError for a failed request, NetworkError for a success without our server's header, ForeignServerError for
 *   another Mainspring server
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

/** The message from the body, else the status text, else the status number, because HTTP/2 has no status text. */
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
