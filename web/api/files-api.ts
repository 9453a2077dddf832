import { AppError } from '#schema/errors.ts'
import { type FilePart, type FilePlace, type FilesApi, OfflineError, SignedOutError } from '#web/device/platform/server-port.ts'
import type { Http } from './http.ts'

/** On a slow network, uploading a picture may take minutes before the server responds. */
const longestPutMs = 5 * 60_000

type Options = { http: Http; baseUrl: string; sortFailure: <T>(answer: Promise<T>) => Promise<T>; fetch?: typeof fetch | undefined }

const toAddress = ({ shopId, id }: FilePlace, part: FilePart): string => `/api/${shopId}/attachments/${id}/${part}`

export function createFilesApi({ http, baseUrl, sortFailure, fetch: ask = globalThis.fetch.bind(globalThis) }: Options): FilesApi {
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
