import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { pushMaxBytes } from '#schema/api/sync.ts'
import { AppError } from '#schema/errors.ts'
import type { AppEnv } from '../app-env.ts'
import type { Config } from '../config.ts'
import { readBearer } from './bearer.ts'

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

/** Whether the Origin is ours: PUBLIC_URL, or the host of the request. */
const isOwnOrigin = (origin: string, host: string | undefined, publicOrigin: string | null): boolean => {
  if (origin === publicOrigin) return true
  if (host === undefined || !URL.canParse(origin)) return false
  const { protocol, host: originHost } = new URL(origin)
  // The public host over http is not ours: a network attacker can serve it.
  if (publicOrigin !== null && new URL(publicOrigin).host === originHost) return false
  // Parse with the origin's scheme, so that an explicit default port makes no difference.
  const own = `${protocol}//${host}`
  return /^https?:$/.test(protocol) && URL.canParse(own) && new URL(own).host === originHost
}

/** With SameSite cookies, this stops cross-site writes. */
export const refuseForeignOrigins = (config: Config) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const origin = c.req.header('Origin')
    if (!isRead(c.req.method) && origin !== undefined && !isOwnOrigin(origin, c.req.header('Host'), config.publicOrigin)) {
      throw new AppError('FORBIDDEN', 'Requests from other sites are refused.')
    }
    await next()
  })

/** API tokens are for programs; refuse those sent by a page, which may have stolen them. Only browsers send these headers. */
export const refuseTokensOfPages = createMiddleware<AppEnv>(async (c, next) => {
  const isOfPage = c.req.header('Origin') !== undefined || c.req.header('Sec-Fetch-Site') !== undefined
  if (isOfPage && readBearer(c) !== undefined) throw new AppError('FORBIDDEN', 'API tokens are for programs, not for pages in a browser.')
  await next()
})

/** Rule of a route with a binary body. */
type ContentRule = { mediaTypes: readonly string[]; maxBytes: number; tooLarge: string; unsupported: string }

type FindContentRule = (method: string, path: string) => ContentRule | undefined
type FindSizeRule = (method: string, path: string) => Pick<ContentRule, 'maxBytes' | 'tooLarge'> | undefined

/** For programs that send no media type. Only PUT takes bytes, which browsers never send cross-origin without a preflight. */
const untoldTypes = ['', 'application/octet-stream']

/** Bodies must be JSON or a type of the route, which cross-site forms cannot send. Without a body no type is needed. */
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
    // The unread rest of a body without a length would be parsed as the next request.
    c.header('Connection', 'close')
    throw new AppError('PAYLOAD_TOO_LARGE')
  },
})

/**
 * Limits bodies to a full push, or to the route's limit. A declared length is checked unread, and Node discards the
 * body. Binary bodies without a length are measured while they are read, after authentication.
 */
export const refuseLargeBodies = (findSizeRule: FindSizeRule, findContentRule: FindContentRule) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const { maxBytes = pushMaxBytes, tooLarge } = findSizeRule(c.req.method, c.req.path) ?? {}
    if (findContentRule(c.req.method, c.req.path) === undefined && c.req.header('Transfer-Encoding') !== undefined) return limitStream(c, next)
    if (Number(c.req.header('Content-Length') ?? 0) > maxBytes) throw new AppError('PAYLOAD_TOO_LARGE', tooLarge)
    await next()
  })
