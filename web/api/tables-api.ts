import type { ImportAnswer, ImportBody } from '#schema/api/shop/table-import.ts'
import { judgeAnswer } from './answer.ts'
import { ApiError, NetworkError } from './errors.ts'
import { request } from './http.ts'
import { createKnownServer } from './known-server.ts'

/** Import and export of a shop's tables, online only. All throw ApiError and NetworkError, as `request` does. */

/** A large table may take minutes before the server responds. */
const longestImportMs = 10 * 60_000

export const importTable = (shopId: string, body: Partial<ImportBody> & Pick<ImportBody, 'kind' | 'csv'>, signal: AbortSignal): Promise<ImportAnswer> =>
  request<ImportAnswer>('POST', `/api/${encodeURIComponent(shopId)}/imports`, body, { signal, timeoutMs: longestImportMs })

/** Bytes kept in memory before a Blob lets the browser move them to disk. */
const partBytes = 8_000_000

/** The whole shop as a zip; `onBytes` gets the bytes received so far. */
export async function exportShop(shopId: string, onBytes: (bytes: number) => void, signal: AbortSignal): Promise<Blob> {
  try {
    const response = await fetch(`/api/${encodeURIComponent(shopId)}/export`, { credentials: 'include', cache: 'no-store', signal })
    const { status, statusText, headers, body } = response
    // Check for our server's header: a captive portal's page is no zip.
    judgeAnswer({ status, statusText, headers, text: response.ok ? '' : await response.text() }, createKnownServer(), false)
    if (body === null) throw new NetworkError()
    return await readBlob(body.getReader(), onBytes)
  } catch (error) {
    if (signal.aborted || error instanceof ApiError || error instanceof NetworkError) throw error
    throw new NetworkError(undefined, { cause: error })
  }
}

async function readBlob(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>, onBytes: (bytes: number) => void): Promise<Blob> {
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
  return new Blob([...blobs, ...parts], { type: 'application/zip' })
}
