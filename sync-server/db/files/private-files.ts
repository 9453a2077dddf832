import { chmod, mkdir, open, readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/** Names that Mainspring itself uses in its data folder: the database with its side files and copies, the lock, the text messages. */
const isOwnName = (name: string): boolean => /^mainspring\.(db|lock|server)/.test(name) || name === 'sms.log'

/**
 * Makes the file empty when it is not there, so that nobody else can ever read what SQLite writes into it; the files beside it follow it.
 * One that is there is not opened: closing it again would drop the locks that this process holds on it.
 */
export async function makePrivateFile(file: string): Promise<void> {
  try {
    await (await open(file, 'wx', 0o600)).close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    await narrow(file, 0o600)
  }
}

/**
 * Makes the data folder where it is missing, and everything of ours in it the owner's alone, whatever stood there before. A folder that
 * holds other things as well stays as it is: it is not ours to close.
 */
export async function makePrivateFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const names = await readdir(dataDir)
  if (names.every(isOwnName) && (await isOwnPlainFolder(dataDir))) await narrow(dataDir, 0o700)
  for (const name of names) if (isOwnName(name)) await narrow(path.join(dataDir, name), 0o600)
}

/** A folder such as /tmp is shared, and stays as it is. */
async function isOwnPlainFolder(folder: string): Promise<boolean> {
  const { uid, mode } = await stat(folder)
  return process.getuid?.() === uid && (mode & 0o1000) === 0
}

/** Takes rights away, and gives none. Disks without rights (FAT, some shares) and files of another user stay as they are. */
async function narrow(place: string, mostMode: number): Promise<void> {
  try {
    const { mode } = await stat(place)
    if ((mode & 0o777 & ~mostMode) !== 0) await chmod(place, mode & mostMode)
  } catch (error) {
    if (!['ENOENT', 'EPERM', 'ENOTSUP', 'ENOSYS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
