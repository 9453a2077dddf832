import { chmod, mkdir, open, readdir, stat } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** Files that Mainspring creates in its data folder: database, side files, copies, lock, message log. */
const isOwnName = (name: string): boolean => /^mainspring\.(db|lock|server)/.test(name) || name === 'sms.log'

/**
 * Creates the file, if missing, with private permissions; SQLite's side files inherit them. Does not open an existing
 * file: closing it would drop this process's locks on it.
 */
export async function makePrivateFile(file: string): Promise<void> {
  try {
    await (await open(file, 'wx', 0o600)).close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    await narrow(file, 0o600)
  }
}

/** Creates the data folder if missing, and makes our files in it private. The folder itself stays as it is if it holds other files. */
export async function makePrivateFolder(dataDir: string): Promise<void> {
  await makeFolders(dataDir)
  const names = await readdir(dataDir)
  if (names.every(isOwnName) && (await isOwnPlainFolder(dataDir))) await narrow(dataDir, 0o700)
  for (const name of names) if (isOwnName(name)) await narrow(path.join(dataDir, name), 0o600)
}

/** Node's own recursive mkdir never returns where the system makes no folders, as in /proc. */
async function makeFolders(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    const parent = path.dirname(folder)
    if (code !== 'ENOENT' || existsSync(parent)) throw error
    await makeFolders(parent)
    await makeFolders(folder)
  }
}

/** Shared folders such as /tmp stay as they are. */
async function isOwnPlainFolder(folder: string): Promise<boolean> {
  const { uid, mode } = await stat(folder)
  return process.getuid?.() === uid && (mode & 0o1000) === 0
}

/** Only removes permissions. Ignores disks without permissions (FAT, some shares) and files of other users. */
async function narrow(place: string, mostMode: number): Promise<void> {
  try {
    const { mode } = await stat(place)
    if ((mode & 0o777 & ~mostMode) !== 0) await chmod(place, mode & mostMode)
  } catch (error) {
    if (!['ENOENT', 'EPERM', 'ENOTSUP', 'ENOSYS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
