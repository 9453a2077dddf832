import { createServer, type Server } from 'node:http'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { DestinationStream } from 'pino'
import { createApp } from './app.ts'
import { closeServer } from './close-server.ts'
import { databaseFileOf, StartError, type Config } from './config.ts'
import { DatabaseFileError } from './db/files/database-file.ts'
import { createNewId } from './db/new-id.ts'
import { openDatabase, type OpenDatabase } from './db/open.ts'
import { makePrivateFolder } from './db/files/private-files.ts'
import { readServerId } from './db/server-id.ts'
import { lockForServer, ServerRunningError, type ServerLock } from './db/files/server-lock.ts'
import { makeMessageLink } from './portal/estimates/send-estimate.ts'
import { FeedBus } from './events/feed-bus.ts'
import { cutSilentConnections } from './http/silent-connections.ts'
import { startHousekeeping } from './operations/start-housekeeping.ts'
import { createLog } from './log.ts'
import { createAdapterErrorHandler } from './on-error.ts'
import type { Log, Services } from './services.ts'
import { createFirstAdmin, type FirstAdmin } from './operations/first-admin.ts'
import { runBackupOf } from './operations/backups/run-backup.ts'
import { runDumpOf } from './operations/backups/run-dump.ts'
import { ScheduledBackups, type BackupsOptions } from './operations/backups/scheduled-backups.ts'
import { watchBackups, watchShops, watchWebhooks } from './operations/metrics-of-shops.ts'
import { MessageWorker, type MessageWorkerOptions } from './messages/message-worker.ts'
import { createSenders } from './messages/senders/create-senders.ts'
import { Metrics } from './metrics/metrics.ts'
import { watchProcess } from './metrics/watch-process.ts'
import manifest from '#package.json' with { type: 'json' }
import { readWebFiles } from './static/web-files.ts'
import { RetentionRounds, watchRetention } from './operations/retention/retention-rounds.ts'
import { createPoster } from './webhooks/outgoing/post-outside.ts'
import { WebhookWorker, type WorkerOptions } from './webhooks/webhook-worker.ts'
import { readWebhookKey } from './session/server-keys.ts'
import { startTidying } from './operations/tidy.ts'

/** Longer than the 60 s of proxies, so that none sends into a connection that is being closed. */
const keepAliveMs = 65_000

export type RunningServer = {
  /** `http://localhost:8080`, with the actual port. */
  url: string
  services: Services
  /** Set when this start created the first administrator. */
  firstAdmin: FirstAdmin | undefined
  /** Stops accepting, finishes running requests, ends live streams and closes the database. */
  close(): Promise<void>
}

/** Timeouts after which a slow connection is cut. Live streams write every 25 s, so they stay open. */
export type Patience = { headersMs: number; requestMs: number; silenceMs: number; checkEveryMs: number }

/** `requestMs` exceeds the time that a device on the slowest network gives one change (web/device/sync/adaptive-batch.ts). */
const patience: Patience = { headersMs: 15_000, requestMs: 11 * 60_000, silenceMs: 60_000, checkEveryMs: 5_000 }

type MessageOptions = Pick<MessageWorkerOptions, 'everyMs' | 'onStep'>
type StartOptions = { clock?: () => Date; logDestination?: DestinationStream; patience?: Patience; webhooks?: WorkerOptions; messages?: MessageOptions }

/** Opens the database, creates the first administrator in an empty one, and listens. @throws StartError */
export async function startServer(
  config: Config,
  {
    clock = () => new Date(),
    logDestination,
    webhooks,
    messages: messageOptions,
    patience: { headersMs, requestMs, silenceMs, checkEveryMs } = patience,
  }: StartOptions = {},
): Promise<RunningServer> {
  const log = createLog(config.logLevel, logDestination)
  const webFiles = await readWebFiles(config.webDir)
  const metrics = new Metrics()
  const { database, lock } = await open(config, { now: clock(), log, metrics })
  const services: Services = { db: database.db, reader: database.reader, clock, newId: createNewId(), bus: new FeedBus(), log, metrics }
  const backups = config.backups && new ScheduledBackups({ ...toBackupWay(config), config: config.backups, services })
  let server: Server | undefined
  try {
    const serverId = await readServerId(services.reader)
    const senders = createSenders(config)
    const app = createApp(services, config, { webFiles, serverId, backups, senders })
    // Node drains the unread body of a refused request; the adapter would cut the connection after half a second.
    const serverOptions = { headersTimeout: headersMs, requestTimeout: requestMs, connectionsCheckingInterval: checkEveryMs, keepAliveTimeout: keepAliveMs }
    const answer = getRequestListener(app.fetch, { autoCleanupIncoming: false, errorHandler: createAdapterErrorHandler(log, serverId) })
    const httpServer = createServer(serverOptions, (incoming, outgoing) => void answer(incoming, outgoing))
    cutSilentConnections(httpServer, silenceMs)
    server = httpServer
    const port = await listen(httpServer, config)
    // After everything that can fail, since a generated password is shown only once.
    const firstAdmin = await createFirstAdmin(services, config.admin)
    const stopTidying = startTidying(services)
    const stopHousekeeping = startHousekeeping(services)
    const retention = new RetentionRounds({ services, config: config.retention })
    retention.start()
    const { publicOrigin } = config
    const makeLink = publicOrigin === null ? undefined : (due: Parameters<typeof makeMessageLink>[1]) => makeMessageLink(services, due, publicOrigin)
    const messages = new MessageWorker({ services, senders, makeLink, ...messageOptions })
    if (config.sendsMessages) messages.start()
    const worker = new WebhookWorker(
      {
        services,
        poster: createPoster({ isInsideAllowed: config.isWebhookInsideAllowed, ...(webhooks?.timeoutMs !== undefined && { timeoutMs: webhooks.timeoutMs }) }),
        readKey: () => readWebhookKey(services, config.serverSecret),
      },
      webhooks,
    )
    worker.start()
    const stopWatching = watchAll(services, config, backups, retention)
    backups?.start()
    if (config.sms.provider === 'log' && config.publicOrigin !== null)
      log.warn({}, 'SMS_PROVIDER is log: codes of the customer portal go into sms.log only, and reach no customer')
    log.info({ port, trustedProxyHops: config.trustedProxyHops, hasWebApp: webFiles.size > 0 }, 'server started')
    const host = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(config.host) ? 'localhost' : config.host
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
    await lock.tellUrl(url)
    return {
      url,
      services,
      firstAdmin,
      close: once(() =>
        close(httpServer, services, database, lock, {
          stopTidying,
          stopHousekeeping,
          stopWatching,
          stopRetention: () => retention.stop(),
          stopMessages: () => messages.stop(),
          stopWebhooks: () => worker.stop(),
          stopBackups: async () => backups?.stop(),
        }),
      ),
    }
  } catch (error) {
    server?.close()
    await database.close()
    await lock.release()
    throw error
  }
}

const toBackupWay = ({ dataDir, database }: Config): Pick<BackupsOptions, 'kind' | 'run'> =>
  database === null ? { kind: 'db', run: runBackupOf(dataDir) } : { kind: 'dump', run: runDumpOf(database.url) }

type Stop = () => Promise<void>
type Rounds = {
  stopTidying: () => void
  stopHousekeeping: Stop
  stopRetention: Stop
  stopMessages: Stop
  stopWebhooks: Stop
  stopWatching: () => void
  stopBackups: Stop
}

/** Without a token nobody can read the metrics, so skip the watchers. */
function watchAll(services: Services, { metricsToken, backups: config }: Config, backups: ScheduledBackups | null, retention: RetentionRounds): () => void {
  if (metricsToken === null) return () => {}
  watchShops(services)
  watchWebhooks(services)
  watchRetention(services.metrics, retention)
  if (backups !== null && config !== null) watchBackups(services.metrics, services.clock, backups, config)
  return watchProcess(services.metrics, manifest.version)
}

async function close(
  server: Server,
  services: Services,
  database: OpenDatabase,
  lock: ServerLock,
  { stopTidying, stopHousekeeping, stopRetention, stopMessages, stopWebhooks, stopWatching, stopBackups }: Rounds,
): Promise<void> {
  stopTidying()
  stopWatching()
  services.log.info({}, 'server stopping')
  await stopHousekeeping()
  await stopRetention()
  await stopMessages()
  await stopWebhooks()
  await closeServer(server, () => services.bus.close())
  await stopBackups()
  await database.close()
  await lock.release()
  services.log.info({}, 'server stopped')
}

type Opening = { now: Date; log: Log; metrics: Metrics }

const open = (config: Config, opening: Opening): Promise<{ database: OpenDatabase; lock: ServerLock }> =>
  config.database === null ? openDataDir(config.dataDir, opening) : openServer(config.dataDir, config.database, opening)

/** Takes no lock: several nodes may share the database. */
async function openServer(dataDir: string, settings: NonNullable<Config['database']>, { log, metrics }: Opening) {
  const lock: ServerLock = { tellUrl: async () => undefined, release: async () => undefined }
  const onIdleError = (error: Error): void => log.warn({ err: error }, 'a connection to the database was lost')
  try {
    await makePrivateFolder(dataDir)
    return { database: await openDatabase({ ...settings, meter: metrics.database, onIdleError }), lock }
  } catch (error) {
    throw new StartError(`Mainspring cannot start: DATABASE_URL cannot be used: ${error instanceof Error ? error.message : 'unknown reason'}`)
  }
}

async function openDataDir(dataDir: string, { now, log, metrics }: Opening): Promise<{ database: OpenDatabase; lock: ServerLock }> {
  let lock: ServerLock | undefined
  try {
    // Private permissions: the folder holds personal data.
    await makePrivateFolder(dataDir)
    lock = await lockForServer(dataDir, now)
    const onCopy = (copy: string) => log.info({ copy: path.basename(copy) }, 'the database was copied and checked before the update')
    return { database: await openDatabase({ file: databaseFileOf(dataDir), onCopy, meter: metrics.database }), lock }
  } catch (error) {
    await lock?.release()
    if (error instanceof ServerRunningError || error instanceof DatabaseFileError) throw new StartError(`Mainspring cannot start: ${error.message}`)
    throw new StartError(`Mainspring cannot start: DATA_DIR cannot be used: ${error instanceof Error ? error.message : 'unknown reason'}`)
  }
}

function listen(server: Server, { port, host }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = { EADDRINUSE: `PORT ${port} is already in use`, EACCES: `PORT ${port} may not be used by this user` }[error.code ?? '']
      reject(new StartError(`Mainspring cannot start: ${reason ?? `HOST ${host} cannot be listened on (${error.code ?? error.message})`}`))
    })
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

const once = (run: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | undefined
  return () => (running ??= run())
}
