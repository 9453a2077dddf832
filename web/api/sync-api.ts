import type { LeasedNumbers, ReturnedNumbers } from '#schema/api/numbers.ts'
import {
  type Bootstrap,
  type DigestAnswer,
  type FirstPage,
  type Heads,
  type LiveRows,
  protocolVersion,
  type PullResponse,
  type PushResponse,
} from '#schema/api/sync.ts'
import type { Notice } from '#schema/rules/merge/notices.ts'
import {
  type LiveHandlers,
  type OpenStream,
  OfflineError,
  SignedOutError,
  type SyncApi,
  UpgradeRequiredError,
  type FilePart,
  type FilePlace,
  type FilesApi,
} from '#web/device/platform/server-port.ts'
import { AppError } from '#schema/errors.ts'
import { blobToDataUrl } from './data-url.ts'
import { ApiError, ForeignServerError, NetworkError } from './errors.ts'
import { type Http, queryToSearch } from './http.ts'

const silenceMs = 30_000

type Options = {
  http: Http
  /** Sent with every request, so that the server refuses the cookie of another user who signed in meanwhile. */
  userId: string
  baseUrl?: string | undefined
  eventSource?: typeof EventSource | undefined
}

/** The sync requests over fetch and EventSource (SYNC.md, "The protocol"). */
export function createSyncApi({ http, userId, baseUrl = '', eventSource = globalThis.EventSource }: Options): SyncApi {
  const query = { user: userId, protocol: protocolVersion }
  return {
    bootstrap: (signal) => sortFailure(http.request<Bootstrap>('GET', '/api/sync/bootstrap', undefined, { query, signal })),
    firstPage: (request, signal) =>
      sortFailure(http.request<FirstPage>('GET', '/api/sync/first-page', undefined, { query: { ...query, ...request }, signal, timeoutMs: silenceMs })),
    pull: (request, signal) => sortFailure(http.request<PullResponse>('POST', '/api/sync/pull', request, { query, signal, timeoutMs: silenceMs })),
    push: (request, signal, limitMs = silenceMs) =>
      sortFailure(http.request<PushResponse>('POST', '/api/sync/push', request, { query, signal, timeoutMs: limitMs })),
    numbers: {
      lease: (request, signal) => sortFailure(http.request<LeasedNumbers>('POST', '/api/sync/numbers', request, { query, signal })),
      giveBack: (request, signal) => sortFailure(http.request<ReturnedNumbers>('POST', '/api/sync/numbers/return', request, { query, signal })),
    },
    notices: {
      read: async (signal) => (await sortFailure(http.request<{ notices: Notice[] }>('GET', '/api/sync/notices', undefined, { query, signal }))).notices,
      dismiss: async (ids, signal) => void (await sortFailure(http.request<unknown>('POST', '/api/sync/notices/dismiss', { ids }, { query, signal }))),
    },
    digest: (request, signal) => sortFailure(http.request<DigestAnswer>('POST', '/api/sync/digest', request, { query, signal, timeoutMs: silenceMs })),
    files: createFilesApi({ http, baseUrl, sortFailure }),
    logo: (shopId, sha256, signal) => readLogo(`${baseUrl}/api/${shopId}/profile/logo`, sha256, signal),
    openLive: (handlers) => openLive(new eventSource(`${baseUrl}/api/sync/live${queryToSearch({ ...query, rows: 1 })}`, { withCredentials: true }), handlers),
  }
}

/** The `ETag` is checked against the profile's hash, so that a captive portal's page is not taken for the logo. */
async function readLogo(address: string, sha256: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(address, { credentials: 'include', signal })
  if (!response.ok || response.headers.get('ETag') !== `"${sha256}"`) throw new OfflineError()
  return blobToDataUrl(await response.blob())
}

export async function sortFailure<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw toSyncError(error)
  }
}

/** Maps a failed request to a sync error: refused by our server (with its retry delay), session ended, or offline. */
function toSyncError(error: unknown): unknown {
  if (error instanceof ForeignServerError) return new OfflineError(error.message, { cause: error, isForeignServer: true })
  if (error instanceof NetworkError) return new OfflineError(undefined, { cause: error })
  if (!(error instanceof ApiError)) return error
  if (!error.isFromServer || error.status >= 500 || [408, 421].includes(error.status))
    return new OfflineError(undefined, { cause: error, isTooMuch: error.status === 413 })
  if (error.status === 426) return new UpgradeRequiredError()
  return error.status === 401 ? new SignedOutError() : error
}

/** Reports the first failure once and closes the stream; the device decides when to reconnect. */
function openLive(source: EventSource, { onOpen, onHeads, onRows, onAccess, onNotices, onEcho, onError }: LiveHandlers): OpenStream {
  source.addEventListener('open', onOpen)
  source.addEventListener('heads', (event: MessageEvent<string>) => {
    const heads = parseEvent<Heads>(event.data)
    if (heads) onHeads(heads)
  })
  source.addEventListener('rows', (event: MessageEvent<string>) => {
    const rows = parseEvent<LiveRows>(event.data)
    if (rows) onRows?.(rows)
  })
  source.addEventListener('access', onAccess)
  if (onNotices !== undefined) source.addEventListener('notices', onNotices)
  source.addEventListener('echo', onEcho)
  source.addEventListener('error', (event) => {
    source.close()
    onError(new OfflineError('The live connection ended.', { cause: event }))
  })
  return { close: () => source.close() }
}

function parseEvent<Data extends object>(text: string): Data | undefined {
  try {
    const data: unknown = JSON.parse(text)
    return typeof data === 'object' && data !== null ? (data as Data) : undefined
  } catch {
    return undefined
  }
}

/** On a slow network, uploading a picture may take minutes before the server responds. */
const longestPutMs = 5 * 60_000

type FilesOptions = { http: Http; baseUrl: string; sortFailure: <T>(answer: Promise<T>) => Promise<T>; fetch?: typeof fetch | undefined }

const toAddress = ({ shopId, id }: FilePlace, part: FilePart): string => `/api/${shopId}/attachments/${id}/${part}`

function createFilesApi({ http, baseUrl, sortFailure, fetch: ask = globalThis.fetch.bind(globalThis) }: FilesOptions): FilesApi {
  return {
    put: async (place, part, content, signal) =>
      void (await sortFailure(http.request<unknown>('PUT', toAddress(place, part), content, { signal, timeoutMs: longestPutMs }))),
    get: (place, part, signal) => readBytes(ask, baseUrl + toAddress(place, part), signal),
  }
}

async function readBytes(ask: typeof fetch, address: string, signal: AbortSignal): Promise<Blob> {
  let response: Response
  try {
    response = await ask(address, { credentials: 'include', signal })
  } catch (error) {
    throw new OfflineError(undefined, { cause: error })
  }
  if (response.status === 401) throw new SignedOutError()
  if (response.status === 404) throw new AppError('NOT_FOUND')
  // Only our server sends an ETag here; a captive portal's page has none.
  if (!response.ok || response.headers.get('etag') === null) throw new OfflineError()
  return response.blob()
}
