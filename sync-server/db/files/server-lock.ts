import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { makePrivateFile } from './private-files.ts'

export type ServerLock = {
  /** Stores this server's URL, for the error message of a second server. */
  tellUrl(url: string): Promise<void>
  release(): Promise<void>
}

type Holder = { pid: number; since: string; url: string | null }

/** Another server has locked the folder; the message names it. */
export class ServerRunningError extends Error {
  override readonly name = 'ServerRunningError'
}

/**
 * Locks a data folder for this server, by an SQLite lock on a small separate database, so that import and backup can
 * still run. The system drops the lock when the process ends, even in a crash.
 * @throws ServerRunningError
 */
export async function lockForServer(dataDir: string, since: Date): Promise<ServerLock> {
  const file = path.join(dataDir, 'mainspring.lock')
  const noteFile = path.join(dataDir, 'mainspring.server.json')
  await makePrivateFile(file)
  const sqlite = new BetterSqlite3(file, { timeout: 0 })
  try {
    sqlite.exec('begin immediate')
  } catch (error) {
    sqlite.close()
    if (!(error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY'))) throw error
    throw new ServerRunningError(`another Mainspring${holderToText(await readHolder(noteFile))} is running on ${dataDir}`)
  }
  const note = (url: string | null) =>
    writeFile(noteFile, `${JSON.stringify({ pid: process.pid, since: since.toISOString(), url } satisfies Holder)}\n`, { mode: 0o600 })
  // The note is optional; a full disk must not prevent the start.
  const noteIfPossible = (url: string | null) => note(url).catch(() => undefined)
  await noteIfPossible(null)
  return {
    tellUrl: noteIfPossible,
    async release() {
      // Remove the note before unlocking, or the next server's note could be removed.
      await rm(noteFile, { force: true })
      sqlite.close()
    },
  }
}

async function readHolder(noteFile: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(noteFile, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

const holderToText = (holder: Holder | undefined): string =>
  holder === undefined
    ? ''
    : ` (process ${holder.pid}${holder.url === null ? '' : `, ${holder.url}`}, since ${holder.since.slice(0, 16).replace('T', ' ')} UTC)`
