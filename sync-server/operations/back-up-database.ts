import { access, link, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { databaseFileOf } from '../config.ts'
import { checkDatabase, copyDatabase, removeDatabase, syncFolder, type CopyProgress, DatabaseFileError, type DatabaseFacts } from '../db/files/database-file.ts'

/** `file`: the backup; `dataDir`: the folder with the database; `isForced`: overrides safety refusals. */
export type BackupOptions = { file: string; dataDir: string; isForced: boolean }

type BackupSteps = { onProgress: (progress: CopyProgress) => void; onCheck: () => void }

/** The unfinished copy; the process id keeps concurrent backups to one name apart. */
export const partialFileOf = (file: string): string => `${file}.partial-${process.pid}`

/**
 * Copies the database of a data folder, in use or not, and renames the copy to `file` after all checks.
 * @throws DatabaseFileError; then `file` is unchanged
 */
export async function backUpDatabase({ file, dataDir, isForced }: BackupOptions, { onProgress, onCheck }: BackupSteps): Promise<DatabaseFacts> {
  const source = databaseFileOf(dataDir)
  if (!(await exists(source))) throw new DatabaseFileError(`There is no database in ${dataDir}. Name the folder with --data-dir.`)
  if (isDatabaseItself(file, source)) throw new DatabaseFileError(`${file} is the database itself. Choose another name for the backup.`)
  const refusal = new DatabaseFileError(`${file} is there already. Choose another name, or write over it with --force.`)
  if (!isForced && (await exists(file))) throw refusal

  const partial = partialFileOf(file)
  await removeDatabase(partial)
  try {
    await copyDatabase(source, partial, { onProgress })
    onCheck()
    const facts = await checkDatabase(partial)
    if (isForced) await rename(partial, file)
    else await renameToFree(partial, file, refusal)
    await syncFolder(path.dirname(file))
    return facts
  } finally {
    await removeDatabase(partial)
  }
}

/** A rename overwrites an existing file; a hard link does not. Where hard links are unsupported, only the earlier check protects. */
async function renameToFree(from: string, to: string, refusal: DatabaseFileError): Promise<void> {
  try {
    await link(from, to)
    await rm(from)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || (await exists(to))) throw refusal
    await rename(from, to)
  }
}

const isDatabaseItself = (file: string, source: string): boolean => ['', '-wal', '-shm', '-journal'].some((suffix) => path.resolve(file) === source + suffix)

export const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )
