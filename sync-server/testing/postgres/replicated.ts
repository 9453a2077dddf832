import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { startCluster, type Server } from './cluster.ts'
import { createTestDatabase, makeTemplate } from './test-databases.ts'

/** For tests: databases that a real replica follows, whose following can be held. */
export type Replicated = {
  /** As a first start makes it. `env`: settings of a server that reads from the replica too. */
  createDatabase: () => Promise<ReplicatedDatabase>
  replica: Pick<Server, 'kill' | 'start'>
  /** From here on the replica stands still. */
  hold: () => Promise<void>
  /** It follows again, and has all that is committed by now. */
  catchUp: () => Promise<void>
  /** A further replica, which may be made a database of its own. */
  addReplica: () => Promise<Server>
  stop: () => Promise<void>
}

export type ReplicatedDatabase = {
  env: { DATABASE_URL: string; DATABASE_READ_URL: string }
  onReplica: (text: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>
  onDatabase: (text: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>
}

export async function runOn(url: string, text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text, [...values])).rows
  } finally {
    await client.end()
  }
}

export const withNameOf = (server: Pick<Server, 'url'>, url: string): string => new URL(new URL(url).pathname, server.url).href

/** Undefined where no PostgreSQL runs on this machine. */
export async function startReplicated(): Promise<Replicated | undefined> {
  const cluster = await startCluster()
  if (cluster === undefined) return undefined
  await makeTemplate(cluster.url)
  const replica = await cluster.addReplica()
  const isOnReplica = async (condition: string, values: readonly unknown[] = []): Promise<boolean> =>
    (await runOn(replica.url, `select ${condition} as "isSo"`, values))[0]?.['isSo'] === true
  const waitUntil = async (isSo: () => Promise<boolean>): Promise<void> => {
    while (!(await isSo())) await delay(10)
  }
  const catchUp = async (): Promise<void> => {
    await runOn(replica.url, 'select pg_wal_replay_resume()')
    const [row] = await runOn(cluster.url, 'select pg_current_wal_insert_lsn()::text as place')
    // A commit that waits for the disk sends all that stands before it.
    await runOn(cluster.url, 'set synchronous_commit = on; select pg_current_xact_id()')
    await waitUntil(() => isOnReplica('pg_last_wal_replay_lsn() >= $1::pg_lsn', [row?.['place']]))
  }
  return {
    async createDatabase() {
      const { url } = await createTestDatabase(cluster.url)
      const readUrl = withNameOf(replica, url)
      await catchUp()
      return {
        env: { DATABASE_URL: url, DATABASE_READ_URL: readUrl },
        onReplica: (text, values) => runOn(readUrl, text, values),
        onDatabase: (text, values) => runOn(url, text, values),
      }
    },
    replica,
    async hold() {
      await runOn(replica.url, 'select pg_wal_replay_pause()')
      await waitUntil(() => isOnReplica(`pg_get_wal_replay_pause_state() = 'paused'`))
    },
    catchUp,
    addReplica: cluster.addReplica,
    stop: cluster.stop,
  }
}
