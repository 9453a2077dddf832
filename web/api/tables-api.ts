import type { ImportAnswer, ImportBody } from '#schema/api/shop/table-import.ts'
import { judgeAnswer } from './answer.ts'
import { ApiError, NetworkError } from './errors.ts'
import { withFreshCode } from './fresh-code.ts'
import { request } from './http.ts'
import { createKnownServer } from './known-server.ts'

/** Import and export of a shop's tables, online only. All throw ApiError and NetworkError, as `request` does. */

/** A large table may take minutes before the server responds, and many photos until they are here. */
const longestMs = 10 * 60_000

export const importTable = (shopId: string, body: Partial<ImportBody> & Pick<ImportBody, 'kind' | 'csv'>, signal: AbortSignal): Promise<ImportAnswer> =>
  request<ImportAnswer>('POST', `/api/${encodeURIComponent(shopId)}/imports`, body, { signal, timeoutMs: longestMs })

/** Bytes kept in memory before a Blob lets the browser move them to disk. */
const partBytes = 8_000_000

/** The whole shop as a zip; `onBytes` gets the bytes received so far. */
export const exportShop = (shopId: string, onBytes: (bytes: number) => void, signal: AbortSignal): Promise<Blob> =>
  readZip(`/api/${encodeURIComponent(shopId)}/export`, onBytes, signal)

/** All data of a customer as a zip. */
export const exportCustomer = (shopId: string, customerId: string): Promise<Blob> =>
  readZip(`/api/${encodeURIComponent(shopId)}/customers/${encodeURIComponent(customerId)}/export`, () => undefined, AbortSignal.timeout(longestMs))

/** The newest backup of the server, with its file name. Asks for a sign-in code where the server wants a new one. */
export const downloadBackup = (currentPassword: string): Promise<{ file: Blob; name: string }> =>
  withFreshCode(async () => {
    let name = 'mainspring.backup'
    const body = JSON.stringify({ currentPassword })
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body, signal: AbortSignal.timeout(longestMs) }
    const file = await readFile(
      '/api/backups/download',
      init,
      () => undefined,
      ({ headers }) => {
        name = /filename="([\w.-]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? name
      },
    )
    return { file, name }
  })

const readZip = (address: string, onBytes: (bytes: number) => void, signal: AbortSignal): Promise<Blob> => readFile(address, { signal }, onBytes)

async function readFile(
  address: string,
  init: RequestInit & { signal: AbortSignal },
  onBytes: (bytes: number) => void,
  onBegin: (response: Response) => void = () => undefined,
): Promise<Blob> {
  const { signal } = init
  try {
    const response = await fetch(address, { credentials: 'include', cache: 'no-store', ...init })
    const { status, statusText, headers, body } = response
    // Check for our server's header: a captive portal's page is no zip.
    judgeAnswer({ status, statusText, headers, text: response.ok ? '' : await response.text() }, createKnownServer(), false)
    if (body === null) throw new NetworkError()
    onBegin(response)
    return await readBlob(body.getReader(), headers.get('Content-Type') ?? '', onBytes)
  } catch (error) {
    if (signal.aborted || error instanceof ApiError || error instanceof NetworkError) throw error
    throw new NetworkError(undefined, { cause: error })
  }
}

async function readBlob(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>, type: string, onBytes: (bytes: number) => void): Promise<Blob> {
  const blobs: Blob[] = []
  let [parts, waiting, bytes]: [Uint8Array<ArrayBuffer>[], number, number] = [[], 0, 0]
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value)
    waiting += part.value.length
    bytes += part.value.length
    onBytes(bytes)
    if (waiting < partBytes) continue
    blobs.push(new Blob(parts))
    ;[parts, waiting] = [[], 0]
  }
  return new Blob([...blobs, ...parts], { type })
}
