import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { pushMaxBytes } from '#schema/api/sync.ts'
import { AppError } from '#schema/errors.ts'
import type { AppEnv } from '../app-env.ts'
import type { Config } from '../config.ts'
import { readBearer } from './bearer.ts'

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

/** Whether the page that sends this is ours: at PUBLIC_URL, or at the very host that the request came to. */
const isOwnOrigin = (origin: string, host: string | undefined, publicOrigin: string | null): boolean => {
  if (origin === publicOrigin) return true
  if (host === undefined || !URL.canParse(origin)) return false
  const { protocol, host: originHost } = new URL(origin)
  // The public host over another scheme is not ours: anybody on the way can be http.
  if (publicOrigin !== null && new URL(publicOrigin).host === originHost) return false
  // Parsed with the origin's own scheme, so that a default port written out makes no difference.
  const own = `${protocol}//${host}`
  return /^https?:$/.test(protocol) && URL.canParse(own) && new URL(own).host === originHost
}

/** Writes come from our own pages only: with SameSite cookies this stops cross-site requests. */
export const refuseForeignOrigins = (config: Config) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const origin = c.req.header('Origin')
    if (!isRead(c.req.method) && origin !== undefined && !isOwnOrigin(origin, c.req.header('Host'), config.publicOrigin)) {
      throw new AppError('FORBIDDEN', 'Requests from other sites are refused.')
    }
    await next()
  })

/** API tokens are for programs: a page that has got hold of one must not get anywhere. Only browsers send these headers. */
export const refuseTokensOfPages = createMiddleware<AppEnv>(async (c, next) => {
  const isOfPage = c.req.header('Origin') !== undefined || c.req.header('Sec-Fetch-Site') !== undefined
  if (isOfPage && readBearer(c) !== undefined) throw new AppError('FORBIDDEN', 'API tokens are for programs, not for pages in a browser.')
  await next()
})

/** What a route that takes bytes instead of JSON says of them. */
type ContentRule = { mediaTypes: readonly string[]; maxBytes: number; tooLarge: string; unsupported: string }

export type FindContentRule = (method: string, path: string) => ContentRule | undefined
export type FindSizeRule = (method: string, path: string) => Pick<ContentRule, 'maxBytes' | 'tooLarge'> | undefined

/** Of programs that do not say what they send: only PUT takes bytes, which no page may send elsewhere without being asked first. */
const untoldTypes = ['', 'application/octet-stream']

/** Bodies are JSON, or of the types that their route names: no form of a foreign page can send these. Without a body no type is needed. */
export const refuseOtherContentTypes = (findContentRule: FindContentRule) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const { method, path } = c.req
    const hasBody = c.req.header('Transfer-Encoding') !== undefined || Number(c.req.header('Content-Length') ?? 0) > 0
    if (!isRead(method) && hasBody) {
      const mediaType = (c.req.header('Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
      const rule = findContentRule(method, path)
      const taken = rule ? [...untoldTypes, ...rule.mediaTypes] : ['application/json']
      if (!taken.includes(mediaType)) throw new AppError('UNSUPPORTED_MEDIA_TYPE', rule?.unsupported)
    }
    await next()
  })

const limitStream = bodyLimit({
  maxSize: pushMaxBytes,
  onError: (c) => {
    // The unread rest of a body without a length would be taken for the next request.
    c.header('Connection', 'close')
    throw new AppError('PAYLOAD_TOO_LARGE')
  },
})

/**
 * No body is larger than a full push, or than its route says. One with a length is refused by that, unread: Node then discards it.
 * Bytes without one are measured where they are read, which is after the caller is known.
 */
export const refuseLargeBodies = (findSizeRule: FindSizeRule, findContentRule: FindContentRule) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const { maxBytes = pushMaxBytes, tooLarge } = findSizeRule(c.req.method, c.req.path) ?? {}
    if (findContentRule(c.req.method, c.req.path) === undefined && c.req.header('Transfer-Encoding') !== undefined) return limitStream(c, next)
    if (Number(c.req.header('Content-Length') ?? 0) > maxBytes) throw new AppError('PAYLOAD_TOO_LARGE', tooLarge)
    await next()
  })
