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
import { type LiveHandlers, type OpenStream, OfflineError, SignedOutError, type SyncApi, UpgradeRequiredError } from '#web/device/platform/server-port.ts'
import { blobToDataUrl } from './data-url.ts'
import { ApiError, ForeignServerError, NetworkError } from './errors.ts'
import { type Http, queryToSearch } from './http.ts'

const silenceMs = 30_000

type Options = {
  http: Http
  /** The device's user, named in every request, so that the cookie of another user who signed in meanwhile is refused. */
  userId: string
  baseUrl?: string | undefined
  /** Built into browsers; tests in Node pass one. */
  eventSource?: typeof EventSource | undefined
}

/** The sync requests of a device over fetch and EventSource (SYNC.md, "The protocol"). */
export function createSyncApi({ http, userId, baseUrl = '', eventSource = globalThis.EventSource }: Options): SyncApi {
  const query = { user: userId, protocol: protocolVersion }
  return {
    bootstrap: (signal) => sortFailure(http.request<Bootstrap>('GET', '/api/sync/bootstrap', undefined, { query, signal })),
    firstPage: (request, signal) =>
      sortFailure(http.request<FirstPage>('GET', '/api/sync/first-page', undefined, { query: { ...query, ...request }, signal, timeoutMs: silenceMs })),
    pull: (request, signal) => sortFailure(http.request<PullResponse>('POST', '/api/sync/pull', request, { query, signal, timeoutMs: silenceMs })),
    push: (request, signal, limitMs = silenceMs) =>
      sortFailure(http.request<PushResponse>('POST', '/api/sync/push', request, { query, signal, timeoutMs: limitMs })),
    notices: {
      read: async (signal) => (await sortFailure(http.request<{ notices: Notice[] }>('GET', '/api/sync/notices', undefined, { query, signal }))).notices,
      dismiss: async (ids, signal) => void (await sortFailure(http.request<unknown>('POST', '/api/sync/notices/dismiss', { ids }, { query, signal }))),
    },
    digest: (request, signal) => sortFailure(http.request<DigestAnswer>('POST', '/api/sync/digest', request, { query, signal, timeoutMs: silenceMs })),
    logo: (shopId, sha256, signal) => readLogo(`${baseUrl}/api/${shopId}/profile/logo`, sha256, signal),
    openLive: (handlers) => openLive(new eventSource(`${baseUrl}/api/sync/live${queryToSearch({ ...query, rows: 1 })}`, { withCredentials: true }), handlers),
  }
}

/** By its `ETag` it is the very picture that the profile names: no page of somebody in between can pass for it. */
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

/** Sorts a failed request for sync: an error of our server ("try later" with its wait included), an ended session, or no usable response. */
export function toSyncError(error: unknown): unknown {
  if (error instanceof ForeignServerError) return new OfflineError(error.message, { cause: error, isForeignServer: true })
  if (error instanceof NetworkError) return new OfflineError(undefined, { cause: error })
  if (!(error instanceof ApiError)) return error
  if (!error.isFromServer || error.status >= 500 || [408, 421].includes(error.status))
    return new OfflineError(undefined, { cause: error, isTooMuch: error.status === 413 })
  if (error.status === 426) return new UpgradeRequiredError()
  return error.status === 401 ? new SignedOutError() : error
}

/** Reports the first failure once and closes the stream, because the device decides when to try again. */
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
