import type { Context } from 'hono'
import { AppError } from '#schema/errors.ts'
import type { AppEnv } from '../../app-env.ts'

type Bytes = Uint8Array<ArrayBuffer>

const firstBytes = 65_536

/** The declared body length; `maxBytes` when none is declared. */
export const readToldLength = (c: Context<AppEnv>, maxBytes: number): number =>
  c.req.header('Transfer-Encoding') === undefined ? Math.min(maxBytes, Number(c.req.header('Content-Length') ?? 0) || 0) : maxBytes

type Rule = { maxBytes: number; tooLarge: string }

/**
 * Reads a binary body in chunks and buffers no more than the limit.
 * @throws AppError PAYLOAD_TOO_LARGE, VALIDATION for an empty one
 */
export async function readContent(c: Context<AppEnv>, { maxBytes, tooLarge }: Rule): Promise<Bytes> {
  const isTold = c.req.header('Transfer-Encoding') === undefined
  let content: Bytes = new Uint8Array(isTold ? readToldLength(c, maxBytes) : firstBytes)
  let length = 0
  const reader = c.req.raw.body?.getReader()
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    const needed = length + part.value.length
    if (needed > maxBytes) {
      content = new Uint8Array()
      await readAway(reader, maxBytes)
      throw new AppError('PAYLOAD_TOO_LARGE', tooLarge)
    }
    if (needed > content.length) content = enlarge(content, length, Math.min(maxBytes, Math.max(needed, content.length * 2)))
    content.set(part.value, length)
    length = needed
  }
  if (length === 0) throw new AppError('VALIDATION', 'The request has no content.')
  return length === content.length ? content : content.slice(0, length)
}

/** Discards a limited rest of the body: a client that is still sending would not read the error response. */
async function readAway(reader: ReadableStreamDefaultReader<Uint8Array> | undefined, mostBytes: number): Promise<void> {
  for (let dropped = 0; dropped < mostBytes;) {
    const part = await reader?.read()
    if (part?.done !== false) return
    dropped += part.value.length
  }
}

function enlarge(content: Bytes, length: number, size: number): Bytes {
  const larger = new Uint8Array(size)
  larger.set(content.subarray(0, length))
  return larger
}
