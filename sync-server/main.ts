import { createServer, type Server, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { DestinationStream } from 'pino'
import { createApp } from './app.ts'
import { databaseFileOf, StartError, type Config } from './config.ts'
import { DatabaseFileError } from './db/files/database-file.ts'
import { createNewId } from './db/new-id.ts'
import { openDatabase, type OpenDatabase } from './db/open.ts'
import { makePrivateFolder } from './db/files/private-files.ts'
import { readServerId } from './db/server-id.ts'
import { lockForServer, ServerRunningError, type ServerLock } from './db/files/server-lock.ts'
import { makeMessageLink } from './portal/estimates/send-estimate.ts'
import { FeedBus } from './events/feed-bus.ts'
import { createLog } from './log.ts'
import { createAdapterErrorHandler } from './on-error.ts'
import type { Log, Services } from './services.ts'
import { runBackupOf, type RunBackup } from './operations/backups/run-backup.ts'
import { ScheduledBackups, type BackupsOptions } from './operations/backups/scheduled-backups.ts'
import { watchBackups, watchShops, watchWebhooks } from './operations/metrics-of-shops.ts'
import { MessageWorker, type MessageWorkerOptions } from './messages/message-worker.ts'
import { createSenders } from './messages/senders/create-senders.ts'
import { Metrics } from './metrics/metrics.ts'
import manifest from '#package.json' with { type: 'json' }
import { readWebFiles } from './static/web-files.ts'
import { RetentionRounds, watchRetention } from './operations/retention/retention-rounds.ts'
import { createPoster } from './webhooks/outgoing/post-outside.ts'
import { WebhookWorker, type WorkerOptions } from './webhooks/webhook-worker.ts'
import { readWebhookKey } from './session/server-keys.ts'
import { startTidying } from './operations/tidy.ts'
import type { Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { backUpPostgres } from './operations/dumps/back-up-postgres.ts'
import { DumpError, isInstalled } from './operations/dumps/tools.ts'
import { privilegeNames } from '#schema/privileges.ts'
import { firstAdminName } from '#schema/rules/access/roles.ts'
import { createUser } from './commands/administration/create-user.ts'
import { isCommonPassword } from './session/common-passwords.ts'
import { makePassword } from './session/passwords.ts'
import { purgeDeletedRows } from './store/deletions/purge-deleted.ts'
import { deleteOldNotices } from './store/notices/notices.ts'

const everyMs = 6 * 60 * 60 * 1000

/** Deletes expired notices and purges deleted rows, now and every six hours. Returns a stop function that waits for the running step. */
function startHousekeeping(services: Services): () => Promise<void> {
  let isStopped = false
  let running: Promise<void> = Promise.resolve()
  const purge = async (): Promise<void> => {
    try {
      await deleteOldNotices(services)
      const count = await purgeDeletedRows(services, () => isStopped)
      if (count > 0) services.log.info({ count }, 'deleted rows ended')
    } catch (error) {
      services.log.error({ err: error }, 'housekeeping failed')
    }
  }
  const begin = (): void => {
    running = running.then(purge)
  }
  begin()
  const timer = setInterval(begin, everyMs).unref()
  return async () => {
    isStopped = true
    clearInterval(timer)
    await running
  }
}

/** Sampling interval of the event loop delay. */
const resolutionMs = 20
const nanosecondsPerSecond = 1e9

/** Registers metrics of this process: memory, CPU, event loop delay. Returns a stop function. */
function watchProcess(metrics: Metrics, version: string): () => void {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  const toSeconds = (nanoseconds: number): number => (Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / nanosecondsPerSecond - resolutionMs / 1_000) : 0)
  metrics.watch({
    name: 'mainspring_event_loop_delay_seconds',
    help: 'How late the event loop was since the last time that the metrics were read.',
    labels: ['quantile'],
    read: () => {
      const readings = [0.5, 0.9, 0.99, 1].map((share) => ({ labels: { quantile: String(share) }, value: toSeconds(delay.percentile(share * 100)) }))
      delay.reset()
      return readings
    },
  })
  metrics.watch({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of the process.',
    kind: 'total',
    read: () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1e6
    },
  })
  metrics.watch({ name: 'process_resident_memory_bytes', help: 'Memory of the process.', read: () => process.memoryUsage.rss() })
  metrics.watch({
    name: 'process_start_time_seconds',
    help: 'When the process started, in seconds since 1970.',
    read: () => performance.timeOrigin / 1_000,
  })
  metrics.watch({ name: 'mainspring_build_info', help: 'The version that runs.', labels: ['version'], read: () => [{ labels: { version }, value: 1 }] })
  return () => delay.disable()
}

/** Docker kills a stopping container after 10 s; leave time to close the database. */
const patienceMs = 7_000

/** Stops accepting, lets running requests finish, ends live streams; cuts the remaining connections after the timeout. */
export async function closeServer(server: Server, endStreams: () => void): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  endStreams()
  // A keep-alive connection becomes idle only after its response, so check repeatedly.
  const idleTimer = setInterval(() => server.closeIdleConnections(), 50)
  const cutTimer = setTimeout(() => server.closeAllConnections(), patienceMs)
  await closed
  clearInterval(idleTimer)
  clearTimeout(cutTimer)
}

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

type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse }

/** Cuts connections without traffic for this long, except those that wait for a response: a long list may be queued. */
export function cutSilentConnections(server: Server, silenceMs: number): void {
  const exchangeBySocket = new WeakMap<Socket, Exchange>()
  server.on('request', (incoming, outgoing) => exchangeBySocket.set(incoming.socket, { incoming, outgoing }))
  server.setTimeout(silenceMs, (socket: Socket) => {
    const exchange = exchangeBySocket.get(socket)
    if (exchange?.incoming.complete === true && !exchange.outgoing.headersSent && !exchange.outgoing.writableEnded) socket.setTimeout(silenceMs)
    else socket.destroy()
  })
}

/** Backs up PostgreSQL with pg_dump. */
const runDumpOf =
  (url: string): RunBackup =>
  (file) => {
    const ending = new AbortController()
    const done = dump(url, file, ending.signal)
    return {
      done,
      async stop() {
        ending.abort()
        await done.catch(() => undefined)
      },
    }
  }

async function dump(url: string, file: string, signal: AbortSignal): Promise<void> {
  const missing = (['pg_dump', 'pg_restore'] as const).filter((tool) => !isInstalled(tool))
  if (missing.length > 0) throw new DumpError(`${missing.join(' and ')} of PostgreSQL must be installed where the server runs, in its version or a newer one`)
  // Not forced: a second backup within a second must not replace the first one.
  await backUpPostgres(url, file, false, () => undefined, signal)
}

type FirstAdmin = {
  loginId: string
  /** Set only when generated now; it cannot be read later. */
  generatedPassword: string | null
}

/** Creates the first administrator, with all seven privileges, in a database without users. */
async function createFirstAdmin(services: Services, admin: Config['admin']): Promise<FirstAdmin | undefined> {
  const anybody = await services.db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (anybody) return undefined
  const password = admin.password ?? makePassword()
  try {
    await createUser(services, { loginId: admin.loginId, password, name: firstAdminName, privileges: privilegeNames })
  } catch (error) {
    // Another node of the database created one at the same moment.
    if (await services.db.selectFrom('users').select('id').limit(1).executeTakeFirst()) return undefined
    throw error
  }
  // Only warn: a server that refuses to start helps nobody.
  if (isCommonPassword(password)) services.log.warn({}, 'ADMIN_PASSWORD is one of the most common passwords: change it after signing in')
  return { loginId: admin.loginId, generatedPassword: admin.password === null ? password : null }
}
