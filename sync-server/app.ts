import { Hono, type Context } from 'hono'
import { AppError, type ErrorBody } from '#schema/errors.ts'
import { groupPhone } from '#schema/rules/customers/international-phone.ts'
import { setPhoneGroups } from '#schema/values/phone.ts'
import { findShop, isAliasOfOwnShop } from './queries/shops.ts'
import type { AppEnv } from './app-env.ts'
import type { Config } from './config.ts'
import { createXmlMaker } from './commands/invoices/e-invoice/xml-maker.ts'
import { watchElsewhere } from './feed/watch-elsewhere.ts'
import { refuseForeignOrigins, refuseLargeBodies, refuseOtherContentTypes, refuseTokensOfPages } from './http/request-rules.ts'
import { markAnswers } from './http/server-mark.ts'
import { readSessionCookie } from './http/session-cookie.ts'
import { ListQueues } from './lists/list-steps.ts'
import { createErrorHandler } from './on-error.ts'
import type { ScheduledBackups } from './operations/backups/scheduled-backups.ts'
import { toShopAddress } from './messages/message-link.ts'
import type { Senders } from './messages/senders/create-senders.ts'
import { createPortal } from './portal/portal.ts'
import { allRoutes } from './routes/all-routes.ts'
import { mountRoutes } from './routes/mount.ts'
import type { Services } from './services.ts'
import { readSession } from './session/sessions.ts'
import { createLimiter } from './session/limits/limiter.ts'
import { createTokenRequests } from './session/limits/token-requests.ts'
import { createWorkLimits } from './session/limits/work-limit.ts'
import { createPoster } from './webhooks/outgoing/post-outside.ts'
import { readWebhookKey } from './session/server-keys.ts'
import { createTurns } from './turns.ts'
import type { Visitor } from './static/address.ts'
import { serveWeb } from './static/serve-web.ts'
import type { WebFiles } from './static/web-files.ts'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import { createMiddleware } from 'hono/factory'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { isLoopback } from '#schema/rules/shop/shared-origin.ts'
import { randomUUID } from 'node:crypto'
import { routePath } from 'hono/route'
import type { DatabaseWork } from './metrics/statement-meter.ts'
import { isHttps } from './http/client-address.ts'
import type { ContentBody, LargeBody, Route } from './registry/registry.ts'

type Limits = Parameters<typeof createTurns>[0]

const waitMs = 20_000
const busyTakingFiles = { waitMs, refusal: 'The server is taking in many files right now. Please try again in a moment.', retryAfterSeconds: 5 }

/**
 * Bytes of request bodies held in memory at once, from the first read to the answer: about 120 photos of usual size, or
 * 16 of the largest.
 */
const uploadTurns: Limits = { total: 48_000_000, ofOne: 12_000_000, ofStrangers: { ...busyTakingFiles, maxWaiting: 200 } }

/** Bytes of imported tables: one per user, two at once. */
const largeBodyTurns: Limits = { total: 48_000_000, ofOne: 24_000_000, ofStrangers: { ...busyTakingFiles, maxWaiting: 10 } }

/** Full exports: one per user, two at once. */
const exportTurns: Limits = {
  total: 2,
  ofOne: 1,
  ofStrangers: { waitMs, maxWaiting: 10, refusal: 'Other exports are being made right now. Please try again in a minute.', retryAfterSeconds: 30 },
}

/**
 * Scripts only from our origin, none inline; the barcode reader needs WebAssembly. Inline styles are allowed because
 * Radix positions menus and dialogs with style attributes, which hashes and nonces cannot cover. blob: and data: images
 * are previews.
 */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const headers = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // Voice input needs the microphone, scanning the camera.
  'Permissions-Policy': 'microphone=(self), camera=(self), geolocation=(), payment=(), usb=(), serial=(), display-capture=()',
} as const

const oneYearSeconds = 31_536_000

const secureHeaders = (config: Config) =>
  createMiddleware<AppEnv>(async (c, next) => {
    await next()
    // Uploaded files have a stricter policy already.
    for (const [name, value] of Object.entries(headers)) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    if (isHttps(c, config)) c.res.headers.set('Strict-Transport-Security', `max-age=${oneYearSeconds}`)
  })

/** Each response has a request id, which users can quote to find the log line. */
const giveRequestId = createMiddleware<AppEnv>(async (c, next) => {
  const requestId = randomUUID()
  c.set('requestId', requestId)
  await next()
  c.res.headers.set('X-Request-Id', requestId)
})

/** Requests from this duration on are logged as warnings. */
const slowMs = 1_000

/** Counts and logs requests by route pattern, never by URL, which may hold a name or a phone. */
const logRequests = ({ log, metrics }: Pick<Services, 'log' | 'metrics'>) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const startedAtMs = performance.now()
    const work: DatabaseWork = { statements: 0, ms: 0, trips: 0 }
    await metrics.database.during(work, next)
    const durationMs = performance.now() - startedAtMs
    // Pattern of the handler or middleware that answered.
    const route = routePath(c)
    const { method } = c.req
    const { status } = c.res
    metrics.countRequest({ method, route, status, seconds: durationMs / 1_000 })
    // Pages, assets and health checks would flood the log.
    if (!c.req.path.startsWith('/api/')) return
    const isSlow = durationMs >= slowMs
    log[isSlow ? 'warn' : 'info'](
      {
        requestId: c.get('requestId'),
        method,
        route,
        status,
        durationMs: toTenths(durationMs),
        statements: work.statements,
        databaseMs: toTenths(work.ms),
        userId: c.get('caller')?.userId,
        tokenId: c.get('tokenId'),
      },
      isSlow ? 'slow request' : 'request',
    )
  })

const toTenths = (value: number): number => Math.round(value * 10) / 10

/** Load balancers and monitors use any host; these responses are useless to a foreign page. */
const healthPaths: ReadonlySet<string> = new Set(['/healthz', '/livez', '/readyz', '/metrics'])

/** Strips port, brackets and a trailing dot from a host, and lowercases it: `shop.example:8080`, `[::1]:8080`. */
const hostToName = (host: string): string =>
  host
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase()

/**
 * Whether a request may use this Host. Under DNS rebinding a foreign page sends its own name, and would count as
 * same-origin. Attackers cannot register IP addresses, `localhost`, `.local` names or the bare name of this machine.
 */
export function isOwnHost(host: string, { publicOrigin, host: listensOn }: Pick<Config, 'publicOrigin' | 'host'>, machine = hostname()): boolean {
  const name = hostToName(host)
  if (isLoopback(name)) return true
  if (publicOrigin !== null) return name === hostToName(new URL(publicOrigin).host)
  return isIP(name) !== 0 || name.endsWith('.local') || name === listensOn.toLowerCase() || name === machine.toLowerCase()
}

/**
 * Refuses foreign hosts with 421; pages get a line of text. The code UNAVAILABLE makes devices of every version retry
 * later, while a refusal could make them drop unsent changes.
 */
const refuseForeignHosts = (config: Config) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const host = c.req.header('Host')
    if (host === undefined || healthPaths.has(c.req.path) || isOwnHost(host, config)) return next()
    const own = config.publicOrigin === null ? 'Set PUBLIC_URL to the address under which people reach it.' : `It is at ${config.publicOrigin}`
    const message = `Mainspring does not answer under this name. ${own}`
    const headers = { 'Cache-Control': 'no-store' }
    if (!c.req.path.startsWith('/api/')) return c.text(`${message}\n`, 421, headers)
    return c.json({ code: 'UNAVAILABLE', message, requestId: c.get('requestId') } satisfies ErrorBody, 421, headers)
  })

const gzipAsync = promisify(gzip)

const smallestBytes = 1024

/** 5,000 orders: 3.2 MB become 0.24 MB in 6 ms. Level 4 saves 10 % more for twice the time, level 6 for four times. */
const level = 1

/** Event streams and other types pass unchanged. */
const compressJson = createMiddleware<AppEnv>(async (c, next) => {
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

setPhoneGroups(groupPhone)

type AppParts = { webFiles: WebFiles; serverId: string; backups: ScheduledBackups | null; senders: Senders }

/** The whole server as one request handler; `main.ts` binds it to a port. */
export function createApp(services: Services, config: Config, { webFiles, serverId, backups, senders }: AppParts): Hono<AppEnv> {
  const limiter = createLimiter(services)
  const tools = {
    services,
    config,
    limiter,
    tokenRequests: createTokenRequests(limiter, services.log),
    workLimits: createWorkLimits(),
    uploads: createTurns(uploadTurns),
    largeBodies: createTurns(largeBodyTurns),
    exports: createTurns(exportTurns),
    portal: createPortal(services, config, limiter),
    messages: { senders, limiter, makeSampleLink: (shopId: string) => toShopAddress(services.reader, config.publicOrigin, shopId) },
    lists: new ListQueues(),
    backups,
    webhooks: {
      services,
      poster: createPoster({ isInsideAllowed: config.isWebhookInsideAllowed, isKeepingAlive: false }),
      readKey: () => readWebhookKey(services, config.serverSecret),
    },
    eInvoices: createXmlMaker(),
  }
  const findContentBody = createContentFinder(allRoutes)
  const app = new Hono<AppEnv>()
  app.onError(createErrorHandler(services.log))
  app.use(markAnswers(serverId), giveRequestId, logRequests(services), secureHeaders(config))
  app.use(refuseForeignHosts(config), refuseForeignOrigins(config), refuseTokensOfPages)
  app.use(refuseOtherContentTypes(findContentBody), refuseLargeBodies(createSizeFinder(allRoutes), findContentBody))
  app.use('/api/*', compressJson)

  watchElsewhere(services)
  app.route('/', mountRoutes(allRoutes, tools))
  app.all('/api', refuseUnknown)
  app.all('/api/*', refuseUnknown)
  app.use(serveWeb(webFiles, (c) => readVisitor(c, services, config)))
  return app
}

const refuseUnknown = (): never => {
  throw new AppError('NOT_FOUND')
}

function readVisitor(c: Context<AppEnv>, services: Services, config: Config): Visitor {
  const findUserId = async () => (await readSession(services, readSessionCookie(c, config)))?.userId
  return {
    isSignedIn: async () => (await findUserId()) !== undefined,
    isOwnAlias: async (segment) => {
      const userId = await findUserId()
      return userId !== undefined && isAliasOfOwnShop(services.reader, userId, segment)
    },
    findShopCode: async (shopId) => (await findShop(services.reader, shopId))?.code,
  }
}

/** Finds requests with a binary body, for middleware that runs before routing. */
const createContentFinder = (routes: readonly Route[]) => createFinder<ContentBody>(routes, ({ content }) => content)

/** Finds requests whose body may be larger than a full push. */
const createSizeFinder = (routes: readonly Route[]) => createFinder<LargeBody>(routes, ({ content, largeBody }) => content ?? largeBody)

function createFinder<Rule>(routes: readonly Route[], ruleOf: (route: Route) => Rule | undefined): (method: string, path: string) => Rule | undefined {
  const patterns = routes.flatMap((route) => {
    const rule = ruleOf(route)
    return rule ? [{ method: route.method, pattern: new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`), rule }] : []
  })
  return (method, path) => patterns.find((route) => route.method === method && route.pattern.test(path))?.rule
}
