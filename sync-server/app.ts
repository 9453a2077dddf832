import { Hono, type Context } from 'hono'
import { AppError } from '#schema/errors.ts'
import { isDatabaseAnswering } from './access/health.ts'
import { findShop, isAliasOfOwnShop } from './access/shops.ts'
import type { AppEnv } from './app-env.ts'
import type { Config } from './config.ts'
import { compressJson } from './http/compress-json.ts'
import { giveRequestId, logRequests } from './http/request-log.ts'
import { refuseForeignOrigins, refuseLargeBodies, refuseOtherContentTypes } from './http/request-rules.ts'
import { secureHeaders } from './http/secure-headers.ts'
import { readSessionCookie } from './http/session-cookie.ts'
import { createErrorHandler } from './on-error.ts'
import { createPortal } from './portal/portal.ts'
import { createSessionGuard, mountRoutes } from './routes/mount.ts'
import { restRoutes } from './routes/rest-routes.ts'
import { syncRoutes } from './routes/sync.ts'
import type { Services } from './services.ts'
import { readSession } from './session/sessions.ts'
import { createSignInThrottle } from './session/throttle.ts'
import type { Visitor } from './static/address.ts'
import { serveWeb } from './static/serve-web.ts'
import type { WebFiles } from './static/web-files.ts'

/** The whole server as one function from request to answer; `main.ts` gives it a port. */
export function createApp(services: Services, config: Config, webFiles: WebFiles): Hono<AppEnv> {
  const tools = { services, config, signInThrottle: createSignInThrottle(services.clock), portal: createPortal(services, config) }
  const app = new Hono<AppEnv>()
  app.onError(createErrorHandler(services.log))
  app.use(giveRequestId, logRequests(services.log), secureHeaders(config))
  app.use(refuseForeignOrigins(config), refuseOtherContentTypes, refuseLargeBodies)
  app.use('/api/*', compressJson)

  app.get('/healthz', async (c) => {
    if (!(await isDatabaseAnswering(services.reader))) throw new AppError('UNAVAILABLE', 'The database does not answer.')
    return c.json({ ok: true }, 200, { 'Cache-Control': 'no-store' })
  })
  app.use('/api/sync/*', createSessionGuard(tools))
  app.route('/', syncRoutes(services))
  app.route('/', mountRoutes(restRoutes, tools))
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
