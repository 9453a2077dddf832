import { access, link, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { databaseFileOf } from '#server/config.ts'
import { checkDatabase, copyDatabase, removeDatabase, syncFolder, type CopyProgress, type DatabaseFacts } from '#server/operations/backup.ts'
import { CommandError, type Arguments } from '../tools/command-line.ts'

export type BackupSteps = { onProgress: (progress: CopyProgress) => void; onCheck: () => void }

/** Name of the unfinished copy, different for each process, so that two backups to the same file do not overwrite each other. */
export const partialFileOf = (file: string): string => `${file}.partial-${process.pid}`

/**
 * Copies the database of a data folder, in use or not, and gives the copy its name only after every check.
 * @throws CommandError, DatabaseFileError; then no file was created, and an old one of that name is unchanged
 */
export async function backUpDatabase({ file, dataDir, isForced }: Arguments, { onProgress, onCheck }: BackupSteps): Promise<DatabaseFacts> {
  const source = databaseFileOf(dataDir)
  if (!(await exists(source))) throw new CommandError(`There is no database in ${dataDir}. Name the folder with --data-dir.`)
  if (isDatabaseItself(file, source)) throw new CommandError(`${file} is the database itself. Choose another name for the backup.`)
  const refusal = new CommandError(`${file} is there already. Choose another name, or write over it with --force.`)
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

/** Uses a link, because a rename would overwrite an existing file. Without hard links on the disk only the check before protects it. */
async function renameToFree(from: string, to: string, refusal: CommandError): Promise<void> {
  try {
    await link(from, to)
    await rm(from)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || (await exists(to))) throw refusal
    await rename(from, to)
  }
}

const isDatabaseItself = (file: string, source: string): boolean => ['', '-wal', '-shm', '-journal'].some((suffix) => path.resolve(file) === source + suffix)

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )
