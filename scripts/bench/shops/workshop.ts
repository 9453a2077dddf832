import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startChild } from '../harness/child.ts'
import type { CpuProfile } from '../harness/cpu-profile.ts'
import type { Commit } from '../harness/delivery.ts'

/** A server process of the bench: the real server on its own folder and a free port. */
export type BenchServer = {
  url: string
  dataDir: string
  startProfile(): Promise<void>
  stopProfile(): Promise<CpuProfile>
  /** The commits since the last call; none at the first call. */
  takeCommits(): Promise<(Commit & { shopId: string })[]>
  readUsage(options: { isCollected: boolean }): Promise<ServerUsage>
  stop(): Promise<void>
}

/** Folders and processes of one bench run; `close` ends and removes all of them. */
export type Workshop = {
  root: string
  makeFolder(name: string): string
  copyFolder(from: string): string
  /** A copy of the built app with more files beside it, by their names, for `startServer`. */
  appWith(files: Readonly<Record<string, string>>): string
  /** `env`: settings of the server beside its folder and port. */
  startServer(dataDir: string, options?: { webDir?: string | undefined; env?: Readonly<Record<string, string>> }): Promise<BenchServer>
  close(): Promise<void>
}

export type ServerUsage = {
  /** All memory of the process; `heapBytes` is the part that JavaScript uses, objects and their buffers. */
  rssBytes: number
  heapBytes: number
  /** Share of the time since the last reading in which the server's event loop was busy. */
  busyShare: number
  /** Processor time of all threads ÷ that time; less than `busyShare` where the machine has too few processors. */
  cpuShare: number
  /** Since the start: processor time of all threads, and round trips to the database. */
  cpuMs: number
  trips: number
}

export type ServerRequest = { kind: 'profile-start' } | { kind: 'profile-stop' } | { kind: 'commits' } | { kind: 'usage'; isCollected: boolean }
export type ServerReply =
  | { kind: 'ready'; url: string }
  | { kind: 'profile-started' }
  | { kind: 'profile'; profile: CpuProfile }
  | { kind: 'commits'; commits: (Commit & { shopId: string })[] }
  | { kind: 'usage'; usage: ServerUsage }

const builtApp = path.join(path.dirname(path.dirname(path.dirname(import.meta.dirname))), 'dist', 'web')

export function openWorkshop(): Workshop {
  if (!existsSync(path.join(builtApp, 'index.html'))) throw new Error('The web app is not built. Run: npm run build')
  const root = mkdtempSync(path.join(tmpdir(), 'mainspring-bench-'))
  // A copy, so that the whole run measures one build, also when the app is rebuilt meanwhile.
  const ownApp = path.join(root, 'app')
  cpSync(builtApp, ownApp, { recursive: true })
  const servers = new Set<BenchServer>()
  let folders = 0
  const makeFolder = (name: string): string => {
    folders += 1
    const folder = path.join(root, `${folders}-${name}`)
    mkdirSync(folder)
    return folder
  }
  const copyFolder = (from: string): string => {
    const folder = makeFolder('copy')
    cpSync(from, folder, { recursive: true })
    return folder
  }
  return {
    root,
    makeFolder,
    copyFolder,
    appWith(files) {
      const folder = copyFolder(ownApp)
      for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
      return folder
    },
    async startServer(dataDir, options = {}) {
      const server = await startServerProcess(dataDir, options.webDir ?? ownApp, options.env)
      servers.add(server)
      return server
    },
    async close() {
      // Stopping one that has stopped already does nothing.
      await Promise.all([...servers].map((server) => server.stop()))
      rmSync(root, { recursive: true, force: true })
    },
  }
}

async function startServerProcess(dataDir: string, webDir: string, env: Readonly<Record<string, string>> = {}): Promise<BenchServer> {
  const own = { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', BENCH_WEB_DIR: webDir }
  const child = startChild<ServerRequest, ServerReply>('server-process.ts', { ...env, ...own })
  const { url } = await child.hear('ready')
  return {
    url,
    dataDir,
    startProfile: async () => void (await child.ask({ kind: 'profile-start' }, 'profile-started')),
    stopProfile: async () => (await child.ask({ kind: 'profile-stop' }, 'profile')).profile,
    takeCommits: async () => (await child.ask({ kind: 'commits' }, 'commits')).commits,
    readUsage: async ({ isCollected }) => (await child.ask({ kind: 'usage', isCollected }, 'usage')).usage,
    stop: () => child.stop(),
  }
}
