import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('backup-process.ts', import.meta.url))

export type BackupRun = { done: Promise<void>; stop: () => Promise<void> }
/** Makes one checked backup. `done` rejects when it fails; `stop` ends it immediately. */
export type RunBackup = (file: string) => BackupRun

/** Backs up a data folder in a child process. */
export const runBackupOf =
  (dataDir: string): RunBackup =>
  (file) => {
    const child = fork(program, [dataDir, file], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    const done = waitFor(child)
    return {
      done,
      async stop() {
        child.kill('SIGKILL')
        await done.catch(() => undefined)
      },
    }
  }

async function waitFor(child: ChildProcess): Promise<void> {
  let reason: string | undefined
  child.on('message', (told) => {
    if (typeof told === 'object' && 'message' in told && typeof told.message === 'string') reason = told.message
  })
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  if (code === 0) return
  throw new Error(reason ?? `the process that makes the backup ended with ${signal ?? `code ${code}`}`)
}
