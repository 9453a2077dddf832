import { Hono, type Context } from 'hono'
import { AppError } from '#schema/errors.ts'
import { groupPhone } from '#schema/rules/customers/international-phone.ts'
import { setPhoneGroups } from '#schema/values/phone.ts'
import { findShop, isAliasOfOwnShop } from './queries/shops.ts'
import type { AppEnv } from './app-env.ts'
import type { Config } from './config.ts'
import { createXmlMaker } from './commands/invoices/e-invoice/xml-maker.ts'
import { watchElsewhere } from './feed/watch-elsewhere.ts'
import { compressJson } from './http/compress-json.ts'
import { refuseForeignHosts } from './http/own-host.ts'
import { giveRequestId, logRequests } from './http/request-log.ts'
import { refuseForeignOrigins, refuseLargeBodies, refuseOtherContentTypes, refuseTokensOfPages } from './http/request-rules.ts'
import { secureHeaders } from './http/secure-headers.ts'
import { markAnswers } from './http/server-mark.ts'
import { readSessionCookie } from './http/session-cookie.ts'
import { ListQueues } from './lists/list-steps.ts'
import { createErrorHandler } from './on-error.ts'
import type { ScheduledBackups } from './operations/backups/scheduled-backups.ts'
import { toShopAddress } from './messages/message-link.ts'
import type { Senders } from './messages/senders/create-senders.ts'
import { createPortal } from './portal/portal.ts'
import { createContentFinder, createSizeFinder } from './registry/content-routes.ts'
import { allRoutes } from './routes/all-routes.ts'
import { mountRoutes } from './routes/mount.ts'
import type { Services } from './services.ts'
import { readSession } from './session/sessions.ts'
import { createLimiter } from './session/limits/limiter.ts'
import { createTokenRequests } from './session/limits/token-requests.ts'
import { exportTurns, largeBodyTurns, uploadTurns } from './session/limits/request-turns.ts'
import { createWorkLimits } from './session/limits/work-limit.ts'
import { createPoster } from './webhooks/outgoing/post-outside.ts'
import { readWebhookKey } from './session/server-keys.ts'
import { createTurns } from './turns.ts'
import type { Visitor } from './static/address.ts'
import { serveWeb } from './static/serve-web.ts'
import type { WebFiles } from './static/web-files.ts'

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
