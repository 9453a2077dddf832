import { readdir, rename, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { checkDatabase, copyDatabase, DatabaseFileError, removeDatabase, syncFolder } from './database-file.ts'
import { isDiskFull } from '../engines/error-kind.ts'

const keptCopies = 3
/** A database and its WAL may grow slightly when copied into one file. */
const spareBytes = 8 * 1024 * 1024

type CopyOptions = {
  file: string
  now: Date
  readFreeBytes?: (folder: string) => Promise<number>
}

/**
 * Copies the database before a migration, checks the copy as a restore would, and keeps the last three.
 * @returns the path of the copy, for `npm run restore`
 * @throws DatabaseFileError, with nothing changed, when there is no space or the database is damaged
 */
export async function copyBeforeUpdate({ file, now, readFreeBytes = readFree }: CopyOptions): Promise<string> {
  const folder = path.dirname(file)
  const target = `${file}.before-update-${now.toISOString().replaceAll(/[:.]/g, '-')}`
  const neededBytes = (await sizeOf(file)) + (await sizeOf(`${file}-wal`)) + spareBytes
  if ((await readFreeBytes(folder)) < neededBytes) throw noRoom(folder, neededBytes)
  const partial = `${target}.partial-${process.pid}`
  try {
    await removeDatabase(partial)
    await copyDatabase(file, partial)
    await checkDatabase(partial)
    await rename(partial, target)
    await syncFolder(folder)
  } catch (error) {
    if (isDiskFull(error)) throw noRoom(folder, neededBytes)
    throw error
  } finally {
    await removeDatabase(partial)
  }
  await removeOlderCopies(file)
  return target
}

const noRoom = (folder: string, neededBytes: number): DatabaseFileError =>
  new DatabaseFileError(
    `the database must be copied before this update, which needs ${Math.ceil(neededBytes / 1_000_000)} MB of room in ${folder}. Nothing was changed.`,
  )

/** Names sort by time. */
async function removeOlderCopies(file: string): Promise<void> {
  const prefix = `${path.basename(file)}.before-update-`
  const copies = (await readdir(path.dirname(file))).filter((name) => name.startsWith(prefix) && !name.includes('.partial-')).sort()
  for (const name of copies.slice(0, -keptCopies)) await removeDatabase(path.join(path.dirname(file), name))
}

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )

async function readFree(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
