import { fork, type ChildProcess } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { CpuProfile } from './cpu-profile.ts'

/** A server process of a bench: the real server on its own folder and a free port. */
export type BenchServer = {
  url: string
  dataDir: string
  startProfile(): Promise<void>
  stopProfile(): Promise<CpuProfile>
  stop(): Promise<void>
}

/** Folders and processes of one bench run; `close` ends and removes all of them. */
export type Workshop = {
  root: string
  makeFolder(name: string): string
  copyFolder(from: string): string
  startServer(dataDir: string, options?: { webDir?: string | undefined }): Promise<BenchServer>
  close(): Promise<void>
}

export type ServerRequest = { kind: 'profile-start' } | { kind: 'profile-stop' }
export type ServerReply = { kind: 'ready'; url: string } | { kind: 'profile-started' } | { kind: 'profile'; profile: CpuProfile }

const builtApp = path.join(path.dirname(path.dirname(import.meta.dirname)), 'dist', 'web')

export function openWorkshop(): Workshop {
  if (!existsSync(path.join(builtApp, 'index.html'))) throw new Error('The web app is not built. Run: npm run build')
  const root = mkdtempSync(path.join(tmpdir(), 'mainspring-bench-'))
  // A copy, so that the whole run measures one build, also when the app is built anew meanwhile.
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
  return {
    root,
    makeFolder,
    copyFolder(from) {
      const folder = makeFolder('copy')
      cpSync(from, folder, { recursive: true })
      return folder
    },
    async startServer(dataDir, options = {}) {
      const server = await startServerProcess(dataDir, options.webDir ?? ownApp)
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

async function startServerProcess(dataDir: string, webDir: string): Promise<BenchServer> {
  const child = fork(path.join(import.meta.dirname, 'server-process.ts'), [], {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', BENCH_WEB_DIR: webDir },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const { url } = await waitForReply(child, 'ready')
  const ask = async <Kind extends ServerReply['kind']>(request: ServerRequest, kind: Kind) => {
    child.send(request)
    return waitForReply(child, kind)
  }
  return {
    url,
    dataDir,
    startProfile: async () => void (await ask({ kind: 'profile-start' }, 'profile-started')),
    stopProfile: async () => (await ask({ kind: 'profile-stop' }, 'profile')).profile,
    stop: () => stopChild(child),
  }
}

function waitForReply<Kind extends ServerReply['kind']>(child: ChildProcess, kind: Kind): Promise<Extract<ServerReply, { kind: Kind }>> {
  return new Promise((resolve, reject) => {
    const onMessage = (reply: ServerReply): void => {
      if (reply.kind !== kind) return
      child.off('message', onMessage)
      child.off('exit', onExit)
      resolve(reply as Extract<ServerReply, { kind: Kind }>)
    }
    const onExit = (code: number | null): void => reject(new Error(`The server of the bench ended with exit code ${code}`))
    child.on('message', onMessage)
    child.once('exit', onExit)
  })
}

function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const lastWord = setTimeout(() => child.kill('SIGKILL'), 15_000)
    child.once('exit', () => {
      clearTimeout(lastWord)
      resolve()
    })
    child.kill('SIGTERM')
  })
}
