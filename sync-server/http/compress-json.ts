import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../app-env.ts'

const gzipAsync = promisify(gzip)

const smallestBytes = 1024

/** 5,000 orders: 3.2 MB become 0.24 MB in 6 ms. Level 4 saves 10 % more for twice the time, level 6 for four times. */
const level = 1

/** Event streams and other types pass unchanged. */
export const compressJson = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  const isJson = c.res.headers.get('Content-Type')?.startsWith('application/json') === true
  if (!isJson || c.req.method === 'HEAD') return
  c.res.headers.append('Vary', 'Accept-Encoding')
  if (!acceptsGzip(c.req.header('Accept-Encoding') ?? '')) return
  const { status, headers } = c.res
  if (c.get('isStreamed') && c.res.body) {
    headers.set('Content-Encoding', 'gzip')
    c.res = new Response(zipStream(c.res.body), { status, headers })
    return
  }
  const plain = Buffer.from(await c.res.arrayBuffer())
  if (plain.length < smallestBytes) {
    c.res = new Response(plain, { status, headers })
    return
  }
  const zipped = await gzipAsync(plain, { level })
  headers.set('Content-Encoding', 'gzip')
  c.res = new Response(new Uint8Array(zipped), { status, headers })
})

const acceptsGzip = (accepted: string): boolean => /(^|[\s,])gzip\s*(;\s*q=(1|0\.\d*[1-9]))?\s*(,|$)/i.test(accepted)

/** Passes errors of the plain stream on to the gzip stream, and cancels the plain one when the reader stops. */
function zipStream(plain: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const zip = createGzip({ level })
  // Browser types and Node types of the same class differ.
  pipeline(Readable.fromWeb(plain as unknown as NodeReadableStream), zip).catch(() => zip.destroy())
  return Readable.toWeb(zip) as ReadableStream<Uint8Array>
}
