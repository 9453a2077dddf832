import { access, rename } from 'node:fs/promises'
import path from 'node:path'
import { databaseFileOf } from '#server/config.ts'
import type { Db } from '#server/db/database.ts'
import { checkDatabase, syncFolder, toSingleFile } from '#server/db/files/database-file.ts'
import { makePrivateFolder } from '#server/db/files/private-files.ts'
import { lockForServer, type ServerLock } from '#server/db/files/server-lock.ts'
import { listTables } from '#server/db/look-only.ts'
import { openDatabase } from '#server/db/open.ts'
import { MoveError } from './move-error.ts'
import { migrationsOfMove, refuseUsedTarget } from './target.ts'
import { readTables } from './tables.ts'

export type End = { db: Db; close: () => Promise<void> }
/** `finish`: completes the target after all rows are copied, and closes it. */
export type Target = End & { finish: () => Promise<void> }

const poolSize = 2

/** Sets an application name of its own, which distinguishes this connection from servers and imports. */
function withName(url: string): string {
  const named = new URL(url)
  named.searchParams.set('application_name', `mainspring move ${process.pid}`)
  return named.href
}

/**
 * Opens the database of a data folder, migrated to this version and locked against servers.
 * @throws MoveError, ServerRunningError, DatabaseFileError
 */
export async function openFileSource(dataDir: string): Promise<End> {
  const file = databaseFileOf(dataDir)
  if (!(await exists(file))) throw new MoveError(`There is no database in ${dataDir}. Name the folder with --data-dir.`)
  const lock = await lockForServer(dataDir, new Date())
  try {
    const { db, close } = await openDatabase({ file })
    return { db, close: () => closeBoth(close, lock) }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** @throws MoveError when it is no Mainspring database */
export async function openPostgresSource(url: string): Promise<End> {
  const tables = await listTables(withName(url))
  if (!tables.has('schema_migrations')) throw new MoveError('The PostgreSQL database is none of Mainspring: it has no table schema_migrations.')
  return openDatabase({ url: withName(url), poolSize })
}

/** @throws MoveError when it has foreign tables, or rows that no move copied */
export async function openPostgresTarget(url: string, source: Db): Promise<Target> {
  const named = withName(url)
  const found = await listTables(named)
  if (found.size > 0 && !found.has('schema_migrations')) {
    throw new MoveError(
      `The target has tables of something else (${[...found].toSorted().slice(0, 3).join(', ')}), which stay as they are. Name an empty database.`,
    )
  }
  if (!found.has('moved_tables')) {
    const { db, close } = await openDatabase({ url: named, poolSize })
    try {
      await refuseUsedTarget(db, await readTables(source))
    } finally {
      await close()
    }
  }
  const opened = await openDatabase({ url: named, poolSize, known: migrationsOfMove })
  return { ...opened, finish: opened.close }
}

/** Writes to a file beside the final one; it gets its name after all checks. */
export async function openFileTarget(dataDir: string): Promise<Target> {
  const file = databaseFileOf(dataDir)
  const prepared = `${file}.moving`
  await makePrivateFolder(dataDir)
  const lock = await lockForServer(dataDir, new Date())
  try {
    if (await exists(file)) throw new MoveError(`There is a database in ${dataDir} already, which stays as it is. Name another folder with --data-dir.`)
    const { db, close } = await openDatabase({ file: prepared, isCopiedBeforeUpdate: false, known: migrationsOfMove })
    let isClosed = false
    const closeAll = async (): Promise<void> => {
      if (isClosed) return
      isClosed = true
      await closeBoth(close, lock)
    }
    return {
      db,
      close: closeAll,
      async finish() {
        await close()
        isClosed = true
        try {
          await toSingleFile(prepared)
          await checkDatabase(prepared)
          await rename(prepared, file)
          await syncFolder(path.dirname(file))
        } finally {
          await lock.release()
        }
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function closeBoth(close: () => Promise<void>, lock: ServerLock): Promise<void> {
  try {
    await close()
  } finally {
    await lock.release()
  }
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )
