import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { createApp } from '../app.ts'
import { createSenders } from '../messages/senders/create-senders.ts'
import { readConfig } from '../config.ts'
import { createNewId } from '../db/new-id.ts'
import type { OpenDatabase } from '../db/open.ts'
import { readServerId } from '../db/server-id.ts'
import { FeedBus } from '../events/feed-bus.ts'
import { Metrics } from '../metrics/metrics.ts'
import { silentLog, type Services } from '../services.ts'
import { createTestClock, TestClient } from './test-server.ts'
import { makeTestDatabase } from './test-database.ts'

/** One of several servers on one database, with its own connections, streams and memory. */
export type TestNode = { url: string; services: Services; client: () => TestClient }

export type TestNodes = {
  nodes: readonly [TestNode, TestNode]
  /** Undefined on SQLite. */
  databaseUrl: string | undefined
  clock: ReturnType<typeof createTestClock>
  /** Texts of messages that any node sent to the number. */
  readMessages: (to: string) => Promise<string[]>
  /** Starts another node on the same database. */
  addNode: () => Promise<TestNode>
  close: () => Promise<void>
}

type Opened = TestNode & { close: () => Promise<void> }

export async function openNodes({ env = {}, isNotifying }: { env?: Record<string, string>; isNotifying?: boolean } = {}): Promise<TestNodes> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mainspring-nodes-'))
  const database = await makeTestDatabase(dataDir)
  const clock = createTestClock()
  const open = () => openNode(dataDir, () => database.open({ ...(isNotifying !== undefined && { isNotifying }) }), clock.now, env)
  const nodes: [Opened, Opened] = [await open(), await open()]
  const more: Opened[] = []
  return {
    nodes,
    databaseUrl: database.env['DATABASE_URL'],
    clock,
    addNode: async () => {
      const node = await open()
      more.push(node)
      return node
    },
    readMessages: async (to) => {
      const text = await readFile(path.join(dataDir, 'sms.log'), 'utf8').catch(() => '')
      const messages = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as { to: string; text: string }]))
      return messages.filter((message) => message.to === to).map((message) => message.text)
    },
    close: async () => {
      for (const node of [...nodes, ...more]) await node.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function openNode(dataDir: string, openShared: () => Promise<OpenDatabase>, clock: () => Date, env: Record<string, string>): Promise<Opened> {
  const { db, reader, close } = await openShared()
  const services: Services = { db, reader, clock, newId: createNewId(), bus: new FeedBus(), log: silentLog, metrics: new Metrics() }
  const config = readConfig({ DATA_DIR: dataDir, TRUST_PROXY: '1', ...env })
  const app = createApp(services, config, { webFiles: new Map(), serverId: await readServerId(reader), backups: null, senders: createSenders(config) })
  const server = createAdaptorServer({ fetch: app.fetch }) as Server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return {
    url,
    services,
    client: () => new TestClient(url),
    close: async () => {
      services.bus.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await close()
    },
  }
}
