import { judgeAnswer, type KnownServer } from './answer.ts'
import { NetworkError } from './errors.ts'
import { createKnownServer } from './known-server.ts'

type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Empty values are omitted from the URL. */
export type Query = Record<string, string | number | boolean | null | undefined>

type RequestOptions = {
  query?: Query | undefined
  signal?: AbortSignal | undefined
  /** Longest time without a byte of the response; a slow but steady response never times out. */
  timeoutMs?: number | undefined
  /** For a sign-in: binds the device to the responding server. */
  adoptsServer?: boolean | undefined
}

export type Http = {
  /**
   * A Blob is sent as it is, any other body as JSON. Resolves to the parsed JSON, or to `{}` for an empty body.
   * @throws ApiError for a failed request (including 401), NetworkError without a usable response, ForeignServerError
   *   when another Mainspring server responds
   */
  request: <T>(method: HttpMethod, path: string, body?: unknown, options?: RequestOptions) => Promise<T>
}

const defaultTimeoutMs = 15_000

type HttpSettings = { baseUrl?: string; fetch?: typeof fetch; knownServer?: KnownServer }

/** `baseUrl` is empty in the app (same origin). Without `knownServer`, any Mainspring server is accepted. */
export function createHttp({ baseUrl = '', fetch: send = globalThis.fetch.bind(globalThis), knownServer }: HttpSettings = {}): Http {
  return {
    async request<T>(method: HttpMethod, path: string, body?: unknown, options: RequestOptions = {}): Promise<T> {
      const { query, signal, timeoutMs = defaultTimeoutMs } = options
      const silence = watchSilence(timeoutMs)
      const init: RequestInit = {
        method,
        credentials: 'include',
        cache: 'no-store',
        headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': bodyToType(body) }) },
        signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
        ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
      }
      let response: Response
      let text: string
      try {
        response = await send(baseUrl + path + queryToSearch(query), init)
        text = await readText(response, silence.hear)
      } catch (error) {
        if (signal?.aborted) throw error
        throw new NetworkError(undefined, { cause: error })
      } finally {
        silence.end()
      }
      return judgeAnswer(
        { status: response.status, statusText: response.statusText, headers: response.headers, text },
        knownServer,
        options.adoptsServer ?? false,
      ) as T
    },
  }
}

const bodyToType = (body: unknown): string => (body instanceof Blob ? body.type || 'application/octet-stream' : 'application/json')

/** Aborts the signal when `hear` is not called for `longestMs`. */
function watchSilence(longestMs: number): { signal: AbortSignal; hear: () => void; end: () => void } {
  const giveUp = new AbortController()
  const start = () => setTimeout(() => giveUp.abort(new DOMException('No answer for too long.', 'TimeoutError')), longestMs)
  let timer = start()
  return {
    signal: giveUp.signal,
    hear: () => {
      clearTimeout(timer)
      timer = start()
    },
    end: () => clearTimeout(timer),
  }
}

async function readText(response: Response, onBytes: () => void): Promise<string> {
  onBytes()
  if (response.body === null) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return text + decoder.decode()
    onBytes()
    text += decoder.decode(value, { stream: true })
  }
}

export const http: Http = createHttp({ knownServer: createKnownServer() })
export const request: Http['request'] = http.request

export function queryToSearch(query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
