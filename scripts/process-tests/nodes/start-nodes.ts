import pg from 'pg'
import { startCluster } from '#server/testing/postgres/cluster.ts'
import { createTestDatabase } from '#server/testing/postgres/test-databases.ts'
import { startServerProcess, type ServerProcess } from '../server-process.ts'
import { startRoundRobin, type RoundRobin } from './round-robin.ts'

export type Nodes = {
  proxy: RoundRobin
  nodes: readonly ServerProcess[]
  database: SharedDatabase
  dispose: () => Promise<void>
}

export type SharedDatabase = {
  read: <Row extends pg.QueryResultRow>(sql: string, parameters?: readonly unknown[]) => Promise<Row[]>
  killConnections: (share: number) => Promise<number>
  killAndStart: () => Promise<void>
}

/** Starts nodes on one new PostgreSQL; undefined if it is not installed. */
export async function startNodes(count: number): Promise<Nodes | undefined> {
  // Acknowledged commits must be on disk, since the test kills the database.
  const cluster = await startCluster({ synchronous_commit: 'on' })
  if (cluster === undefined) return undefined
  const nodes: ServerProcess[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.dispose()))
    await cluster.stop()
  }
  try {
    const { url } = await createTestDatabase(cluster.url, true)
    const env = { DATABASE_URL: url, SERVER_SECRET: 'one secret that all the nodes share', TRUST_PROXY: '1' }
    for (let node = 0; node < count; node += 1) nodes.push(await startServerProcess({ env }))
    const proxy = await startRoundRobin(nodes.map((node) => node.url))
    const read = <Row extends pg.QueryResultRow>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> => query<Row>(url, sql, parameters)
    return {
      proxy,
      nodes,
      database: {
        read,
        async killConnections(share) {
          const ended = await read(
            `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'mainspring%' and random() < $1`,
            [share],
          )
          return ended.length
        },
        async killAndStart() {
          await cluster.kill()
          await cluster.start()
        },
      },
      async dispose() {
        proxy.close()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A connection of its own that no kill affects. */
async function query<Row extends pg.QueryResultRow>(url: string, sql: string, parameters: readonly unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'oracle' })
  await client.connect()
  try {
    return (await client.query<Row>(sql, [...parameters])).rows
  } finally {
    await client.end()
  }
}
