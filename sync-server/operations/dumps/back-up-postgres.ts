import { open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { syncFile, syncFolder } from '../../db/files/database-file.ts'
import { exists, partialFileOf } from '../back-up-database.ts'
import { readVersionOf } from './dump-version.ts'
import { DumpError, startTool, toAddress } from './tools.ts'

type DumpFacts = { sizeBytes: number; /** Name of its newest migration. */ version: string }

/** Excludes schemas in which restores keep former tables. */
export const toDumpArguments = (address: string, file: string): string[] => [
  '--format=custom',
  '--schema=public',
  '--no-owner',
  '--no-privileges',
  `--file=${file}`,
  `--dbname=${address}`,
]

/**
 * Dumps one snapshot into a file that only its owner can read, and checks the dump before it gets its name.
 * @throws DumpError, or the reason of `signal`
 */
export async function backUpPostgres(url: string, file: string, isForced: boolean, onCheck: () => void, signal?: AbortSignal): Promise<DumpFacts> {
  if (!isForced && (await exists(file))) throw new DumpError(`${file} is there already. Choose another name, or write over it with --force.`)
  const partial = partialFileOf(file)
  const { address, password } = toAddress(url)
  await rm(partial, { force: true })
  await (await open(partial, 'wx', 0o600)).close()
  try {
    const { child, ended } = startTool('pg_dump', toDumpArguments(address, partial), password, signal)
    child.stdin.end()
    child.stdout.resume()
    await ended
    onCheck()
    const version = await readVersionOf(partial)
    await syncFile(partial)
    signal?.throwIfAborted()
    await rename(partial, file)
    await syncFolder(path.dirname(file))
    return { sizeBytes: (await stat(file)).size, version }
  } finally {
    await rm(partial, { force: true })
  }
}
