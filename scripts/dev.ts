import { mkdtempSync, rmSync, readdirSync, statSync, watch, type FSWatcher } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs, styleText } from 'node:util'
import { createLogger, createServer, type Logger } from 'vite'
import { findFreePort } from './dev/find-free-port.ts'
import { keepServer } from './dev/keep-server.ts'

/** Excludes tests and editors' temporary files. */
const isSource = (name: string): boolean => /\.(?:ts|mjs|json)$/.test(name) && !name.endsWith('.test.ts')

/** Batches the events of one save or branch switch. */
const quietMs = 150

/**
 * Reports changed source files in these folders, once per batch with one of the files. One watcher per folder: Node's
 * recursive watcher loses a file on Linux when an editor replaces it.
 */
export function watchFolders(folders: readonly string[], onChange: (file: string) => void): { close: () => void } {
  const watcherByFolder = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined

  const noteChange = (file: string): void => {
    clearTimeout(timer)
    timer = setTimeout(() => onChange(file), quietMs)
  }
  const watchTree = (folder: string): string[] => {
    const watcher = watch(folder, (_event, name) => {
      if (name === null || isSource(name)) return noteChange(path.join(folder, name ?? ''))
      const inner = path.join(folder, name)
      // New or recreated folders need watchers; those of removed folders end.
      forget(inner)
      if (isFolder(inner) && watchTree(inner).some(isSource)) noteChange(inner)
    })
    watcher.on('error', () => forget(folder))
    watcherByFolder.set(folder, watcher)
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? watchTree(path.join(folder, entry.name)) : [path.join(folder, entry.name)],
    )
  }
  const forget = (gone: string): void => {
    for (const [folder, watcher] of watcherByFolder) {
      if (folder !== gone && !folder.startsWith(gone + path.sep)) continue
      watcher.close()
      watcherByFolder.delete(folder)
    }
  }
  for (const folder of folders) watchTree(folder)

  return {
    close() {
      clearTimeout(timer)
      for (const watcher of watcherByFolder.values()) watcher.close()
    },
  }
}

const isFolder = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isDirectory() === true

const root = path.dirname(import.meta.dirname)

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/**
 * `npm run dev`: the demo shops on a server that restarts on changes, and the app by Vite. `--watch <folder>`
 * (repeatable) watches other folders than the server's.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { watch: { type: 'string', multiple: true, default: ['sync-server', 'schema'] } } })
  const folder = mkdtempSync(path.join(tmpdir(), 'mainspring-dev-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  let stop = async (): Promise<void> => {}
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop().finally(() => process.exit(0)))

  say('Making two demo shops, and getting the app ready …')
  const port = await findFreePort()
  process.env['MAINSPRING_SERVER'] = `http://127.0.0.1:${port}`
  const vite = await createServer({ configFile: path.join(root, 'vite.config.ts'), clearScreen: false, customLogger: createQuietLogger() })
  await vite.listen()
  const url = vite.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? ''

  // The public names are Vite's here; with PUBLIC_URL the server would refuse them.
  const { PUBLIC_URL: _, ...inherited } = process.env
  const env = { LOG_LEVEL: 'warn', ...inherited, DATA_DIR: path.join(folder, 'data'), HOST: '127.0.0.1', PORT: String(port), PAGE_URL: url }
  let isAnnounced = false
  const server = keepServer(path.join(import.meta.dirname, 'dev', 'demo-server.ts'), env, {
    onReady(lines) {
      say(isAnnounced ? 'The server runs again.' : ['', `Mainspring is running at ${url}`, '', ...lines, '', ...hints].join('\n'))
      isAnnounced = true
    },
    onCrash(reason) {
      say(styleText('red', `The server has stopped: ${reason}\nIt is tried again when one of its files changes.`))
    },
  })
  const watcher = watchFolders(
    values.watch.map((name) => path.resolve(root, name)),
    (file) => {
      say(`${path.relative(root, file)} has changed: the server starts again …`)
      void server.restart()
    },
  )
  stop = async () => {
    watcher.close()
    await Promise.all([server.stop(), vite.close()])
  }
  await server.restart()
}

const hints = [
  'The app changes as you save; the server starts again when a file of sync-server or schema changes, and keeps its data.',
  'Ctrl+C ends both and deletes the data.',
]

/** Suppresses proxy errors while the server restarts. */
function createQuietLogger(): Logger {
  const logger = createLogger()
  return { ...logger, error: (message, options) => (/proxy error/.test(message) ? undefined : logger.error(message, options)) }
}

await main()
