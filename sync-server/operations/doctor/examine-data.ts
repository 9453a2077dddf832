import { access, constants, readFile, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { bytesToText } from '#schema/rules/text/bytes.ts'
import { databaseFileOf } from '../../config.ts'
import { checkDatabase, DatabaseFileError } from '../../db/files/database-file.ts'
import { toReason, type Finding } from './finding.ts'

const answerMs = 5_000

/** Checks the folder's permissions and reports the running server. */
export async function examineFolder(dataDir: string): Promise<Finding> {
  const about = 'Data folder'
  try {
    const facts = await stat(dataDir)
    if (!facts.isDirectory()) return { state: 'fail', about, text: `${dataDir} is no folder. Name another one as DATA_DIR.` }
    if (process.platform !== 'win32' && (facts.mode & 0o077) !== 0)
      return { state: 'warn', about, text: `other users of this machine may look into ${dataDir}. Take their rights: chmod 700.` }
    return { state: 'ok', about, text: await describeServer(dataDir) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return { state: 'fail', about, text: `${toReason(error)}. Give the server's user rights to it.` }
    return { state: 'warn', about, text: `${dataDir} is not there yet; the first start makes it. If there should be data, DATA_DIR names the wrong folder.` }
  }
}

async function describeServer(dataDir: string): Promise<string> {
  const url = await readServerUrl(dataDir)
  if (url === undefined) return 'no server is running on it'
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(answerMs) })
    return answer.ok ? `the server at ${url} answers` : `the server at ${url} answers ${answer.status}: look into its log`
  } catch {
    return `the server that noted ${url} does not answer; it has stopped, or hangs`
  }
}

async function readServerUrl(dataDir: string): Promise<string | undefined> {
  try {
    const note = JSON.parse(await readFile(path.join(dataDir, 'mainspring.server.json'), 'utf8')) as { url?: unknown }
    return typeof note.url === 'string' ? note.url : undefined
  } catch {
    return undefined
  }
}

/** Fails below this much free space. */
const leastBytes = 100e6
/** Warns below this many times the database's size: room for a copy before an update. */
const copiesOfRoom = 2

export async function examineDisk(dataDir: string): Promise<Finding> {
  const about = 'Disk'
  try {
    const { bavail, bsize } = await statfs(await toExisting(dataDir))
    const freeBytes = bavail * bsize
    const sizeBytes = await stat(databaseFileOf(dataDir)).then(
      ({ size }) => size,
      () => 0,
    )
    const free = `${bytesToText(freeBytes)} free`
    if (freeBytes < leastBytes) return { state: 'fail', about, text: `${free}. Make room now: the server takes no changes when the disk is full.` }
    if (freeBytes < copiesOfRoom * sizeBytes)
      return { state: 'warn', about, text: `${free}, with a database of ${bytesToText(sizeBytes)}. An update copies it first: make room for two copies.` }
    return { state: 'ok', about, text: `${free}, database ${bytesToText(sizeBytes)}` }
  } catch (error) {
    return { state: 'warn', about, text: `its free space cannot be told: ${toReason(error)}` }
  }
}

/** The folder, or its nearest existing parent. */
async function toExisting(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  )
  const parent = path.dirname(folder)
  return isThere || parent === folder ? folder : toExisting(parent)
}

export async function examineDatabase(dataDir: string): Promise<Finding> {
  const about = 'Database'
  const file = databaseFileOf(dataDir)
  try {
    await stat(file)
  } catch {
    return { state: 'warn', about, text: 'there is none yet; the first start makes it' }
  }
  try {
    const { orders, customers, version } = await checkDatabase(file)
    return { state: 'ok', about, text: `whole: ${orders} orders, ${customers} customers, version ${version}` }
  } catch (error) {
    if (!(error instanceof DatabaseFileError)) throw error
    // SQLite needs to write beside its file even to read it, and says only that it cannot open it.
    const denied = await findDenied([dataDir, file])
    if (denied !== undefined)
      return {
        state: 'fail',
        about,
        text: `${denied} cannot be written, so it could not be examined. Give the server's user rights to it; restore nothing yet.`,
      }
    return { state: 'fail', about, text: `${error.message}. Stop the server and restore the newest backup: npm run restore -- <file>.` }
  }
}

/** The first of the paths that this user may not read and write, or that is on a read-only disk. */
async function findDenied(paths: readonly string[]): Promise<string | undefined> {
  for (const one of paths) {
    const isDenied = await access(one, constants.R_OK | constants.W_OK).then(
      () => false,
      () => true,
    )
    if (isDenied) return one
  }
  return undefined
}
