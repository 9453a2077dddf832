import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries, runAs } from './binaries.ts'

/** A database server for one test run. */
export type Cluster = {
  /** Address of the default database, as superuser. */
  url: string
  /** Kills the server as in a power failure; committed data is back after `start`. */
  kill: () => Promise<void>
  start: () => Promise<void>
  stop: () => Promise<void>
}

const memory = '/dev/shm'
const neededBytes = 2 * 2 ** 30
const firstPatienceMs = 2_000
const startLimitMs = 30_000

/** No disk flushes: most tests only kill nodes, not the database. Tests that kill the database set `synchronous_commit: 'on'`. */
const settings = {
  listen_addresses: '127.0.0.1',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
  shared_buffers: '128MB',
  log_min_messages: 'panic',
}

/** Undefined where no PostgreSQL runs on this machine. */
export async function startCluster(more: Readonly<Record<string, string>> = {}): Promise<Cluster | undefined> {
  const found = findBinaries()
  if (found === undefined) return undefined
  const folder = mkdtempSync(path.join(hasMemory() ? memory : tmpdir(), `mainspring-run-${process.pid}-postgres-`))
  const data = path.join(folder, 'data')
  mkdirSync(data)
  for (const made of [folder, data]) if ('uid' in runAs) chownSync(made, runAs.uid, runAs.gid)
  const binaries = reach(found, folder)
  const made = spawnSync(path.join(binaries, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'], {
    encoding: 'utf8',
    cwd: folder,
    ...runAs,
  })
  if (made.status !== 0) throw new Error(`PostgreSQL cannot make its files: ${made.stderr}`)
  const port = await findPort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const options = Object.entries({ ...settings, port: String(port), unix_socket_directories: folder, ...more }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  let running: ReturnType<typeof runServer> | undefined
  const end = async (signal: 'INT' | 'KILL'): Promise<void> => {
    await running?.end(signal)
    running = undefined
  }
  // Leftover processes of a killed server block a new one for a moment, so retry.
  const start = async (patienceMs = firstPatienceMs): Promise<void> => {
    running = runServer(path.join(binaries, 'postgres'), ['-D', data, ...options], folder)
    try {
      await waitUntilReady(url, patienceMs)
    } catch (error) {
      if (patienceMs > startLimitMs) throw error
      await end('KILL')
      await start(2 * patienceMs)
    }
  }
  await start()
  return {
    url,
    start: () => start(),
    kill: () => end('KILL'),
    async stop() {
      await end('INT')
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** Copies binaries that the other user cannot execute, e.g. in a home folder. */
function reach(binaries: string, folder: string): string {
  if (spawnSync(path.join(binaries, 'initdb'), ['--version'], { cwd: folder, ...runAs }).status === 0) return binaries
  const native = path.join(folder, 'native')
  cpSync(path.dirname(binaries), native, { recursive: true, verbatimSymlinks: true })
  return path.join(native, 'bin')
}

/** A shell in between ends the server when this process exits in any way. */
function runServer(program: string, options: readonly string[], cwd: string): { end: (signal: 'INT' | 'KILL') => Promise<void> } {
  const script =
    '"$@" & server=$!; while read -r signal; do { kill -"$signal" "$server"; wait "$server"; } 2>/dev/null; exit; done; kill -INT "$server"; wait "$server"'
  const shell = spawn('/bin/sh', ['-c', script, 'postgres', program, ...options], { cwd, stdio: ['pipe', 'ignore', 'inherit'], ...runAs })
  const over = once(shell, 'exit')
  return {
    async end(signal) {
      shell.stdin?.write(`${signal}\n`)
      await over
    },
  }
}

export async function waitUntilReady(url: string, patienceMs: number): Promise<void> {
  const limit = Date.now() + patienceMs
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (Date.now() > limit) throw error
      await delay(50)
    }
  }
}

export async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port')
  return address.port
}

function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return process.platform === 'linux' && bavail * bsize >= neededBytes
  } catch {
    return false
  }
}
