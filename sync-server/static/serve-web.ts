import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { AppError } from '#schema/errors.ts'
import type { AppEnv } from '../app-env.ts'
import { isUnchanged } from '../http/files/entity-tag.ts'
import { decidePage, isCustomerLink, type Visitor } from './address.ts'
import type { Encoding, WebFile, WebFiles } from './web-files.ts'

/** Serves the built app: files by name, pages by address. API addresses never get here. */
export const serveWeb = (files: WebFiles, readVisitor: (c: Context<AppEnv>) => Visitor) =>
  createMiddleware<AppEnv>(async (c) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') throw new AppError('METHOD_NOT_ALLOWED')
    const file = files.get(c.req.path)
    // Pages are not served under their file names, so that each has one address.
    if (file && !/^\/(index|portal)\.html$/.test(c.req.path)) return fileToResponse(c, file, 200)

    const decision = await decidePage(c.req.path, readVisitor(c))
    if (decision === 'no such file') return c.text('Not found', 404, { 'Cache-Control': 'no-cache' })
    if ('redirectTo' in decision) return c.body(null, 302, { Location: decision.redirectTo, 'Cache-Control': 'no-store' })
    const page = files.get(`/${decision.page}`) ?? files.get('/index.html')
    if (!page) return c.text('The web app is not built yet. Run: npm run build', 503, { 'Cache-Control': 'no-store' })
    // The link's address is a secret, so its page must not send it as referrer.
    if (isCustomerLink(c.req.path)) c.header('Referrer-Policy', 'no-referrer')
    return fileToResponse(c, page, decision.status)
  })

function fileToResponse(c: Context<AppEnv>, file: WebFile, status: 200 | 404): Response {
  const encoding = chooseEncoding(c.req.header('Accept-Encoding') ?? '', file)
  const { bytes, etag } = (encoding && file.compressed[encoding]) || file.plain
  const headers: Record<string, string> = {
    ETag: etag,
    'Cache-Control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(Object.keys(file.compressed).length > 0 && { Vary: 'Accept-Encoding' }),
  }
  if (status === 200 && isUnchanged(c.req.header('If-None-Match'), etag)) return c.body(null, 304, headers)
  return c.body(bytes, status, {
    ...headers,
    'Content-Type': file.contentType,
    'Content-Length': String(bytes.length),
    ...(encoding && { 'Content-Encoding': encoding }),
  })
}

/** Brotli if available and accepted, else gzip; `q=0` refuses. */
function chooseEncoding(accepted: string, file: WebFile): Encoding | undefined {
  const wanted = accepted.split(',').map((part) => {
    const [name = '', ...parameters] = part.trim().toLowerCase().split(';')
    const isRefused = parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter))
    return { name: name.trim(), isRefused }
  })
  const accepts = (encoding: Encoding) => (wanted.find(({ name }) => name === encoding) ?? wanted.find(({ name }) => name === '*'))?.isRefused === false
  return (['br', 'gzip'] as const).find((encoding) => file.compressed[encoding] !== undefined && accepts(encoding))
}
