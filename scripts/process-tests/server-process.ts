import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, rename } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { findFreePort } from '#scripts/dev/find-free-port.ts'
import type { SeededIds, TestSeed } from './seed.ts'
import { existsSync } from 'node:fs'
import { build } from 'vite'

const root = path.dirname(path.dirname(import.meta.dirname))

/** The pinned Node, whichever one runs the tests. */
export const pinnedNode = path.join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

export type ServerProcess = {
  /** `http://localhost:<port>`; the port survives restarts. */
  readonly url: string
  readonly dataDir: string
  seed(seed: TestSeed): Promise<SeededIds>
  kill(signal?: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
  start(): Promise<void>
  dispose(): Promise<void>
}

/** A line of serve-for-tests.ts: first the address, then ids per seed. */
type Answer = SeededIds & { url: string; problem?: string }
type Running = { child: ChildProcess; lines: AsyncIterator<string> }

export type ServerProcessOptions = {
  seed?: TestSeed
  env?: Record<string, string>
}

export async function startServerProcess(options: ServerProcessOptions = {}): Promise<ServerProcess> {
  const program = (await findServerBundle()) ?? path.join(root, 'scripts', 'tools', 'serve-for-tests.ts')
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'mainspring-test-'))
  const port = await findFreePort()
  let running: Running | undefined
  let url = ''

  const ask = async ({ lines }: Running): Promise<Answer> => {
    const { value, done } = await lines.next()
    if (done === true) throw new Error('The test server ended before it answered.')
    const answer = JSON.parse(value) as Answer
    if (answer.problem !== undefined) throw new Error(answer.problem)
    return answer
  }

  const server: ServerProcess = {
    get url() {
      return url
    },
    dataDir,
    async seed(seed) {
      if (running === undefined) throw new Error('The test server does not run.')
      running.child.stdin?.write(`${JSON.stringify(seed)}\n`)
      return await ask(running)
    },
    async kill(signal = 'SIGKILL') {
      const { child } = running ?? {}
      running = undefined
      if (child === undefined) return null
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const exit = once(child, 'exit')
      child.kill(signal)
      const [code] = (await exit) as [number | null]
      return code
    },
    async start() {
      running = spawnServer(program, { PORT: String(port), DATA_DIR: dataDir, ADMIN_PASSWORD: 'first-admin', LOG_LEVEL: 'error', ...options.env })
      url = (await ask(running)).url
    },
    async dispose() {
      await server.kill('SIGKILL')
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
    },
  }

  try {
    await server.start()
    if (options.seed !== undefined) await server.seed(options.seed)
  } catch (error) {
    await server.dispose()
    throw error
  }
  return server
}

function spawnServer(program: string, env: Record<string, string>): Running {
  const child = spawn(pinnedNode, [program], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  // Writing to a killed process must not fail the test.
  child.stdin?.on('error', () => undefined)
  return { child, lines: createInterface({ input: child.stdout ?? process.stdin })[Symbol.asyncIterator]() }
}

let program: Promise<string> | undefined

/**
 * Bundles the test server once per run, which cuts its start to a third. Inside the repository, because native packages
 * are resolved from there. Undefined outside a test run.
 */
async function findServerBundle(): Promise<string | undefined> {
  const folder = process.env['TEST_PROGRAMS_FOLDER']
  return folder === undefined ? undefined : (program ??= bundleServer(folder))
}

async function bundleServer(folder: string): Promise<string> {
  const bundle = path.join(folder, 'server')
  const made = path.join(bundle, 'serve-for-tests.js')
  if (existsSync(made)) return made
  const outDir = await mkdtemp(path.join(folder, 'making-'))
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['better-sqlite3', '@node-rs/argon2', 'pino'] },
    build: { ssr: 'scripts/tools/serve-for-tests.ts', outDir, target: 'node24', minify: false, copyPublicDir: false },
  })
  // If another process was first, use its bundle.
  await rename(outDir, bundle).catch(() => rm(outDir, { recursive: true, force: true }))
  return made
}
