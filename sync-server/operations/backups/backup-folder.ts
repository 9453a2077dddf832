import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

type KeptBackup = { name: string; madeAt: Date; sizeBytes: number }

/** A copy of the database file, or a PostgreSQL dump. */
export type BackupKind = 'db' | 'dump'

const namePattern = /^mainspring-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.(?:db|dump)$/
/** Left behind by a process that was killed while copying. */
const leftoverPattern = /^mainspring-[\dTZ-]+\.(?:db|dump)\.partial-\d+(?:-journal|-wal|-shm)?$/

/** `mainspring-2026-03-02T10-00-00Z.db`: sorts by time and is valid on every file system. */
export const toBackupName = (at: Date, kind: BackupKind = 'db'): string => `mainspring-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.${kind}`

function nameToTime(name: string): Date | undefined {
  const [, day, hours, minutes, seconds] = namePattern.exec(name) ?? []
  const at = new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** The server's own backups, newest first; ignores other files. A missing folder has none. */
export async function listBackups(dir: string): Promise<KeptBackup[]> {
  const found: KeptBackup[] = []
  for (const name of await namesIn(dir)) {
    const madeAt = nameToTime(name)
    const facts = madeAt && (await stat(path.join(dir, name)).catch(() => undefined))
    if (madeAt && facts?.isFile()) found.push({ name, madeAt, sizeBytes: facts.size })
  }
  return found.sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime())
}

/** Removes all but the newest `keep`. Always keeps `made`, even if a wrong clock dated others later. */
export async function removeOldBackups(dir: string, keep: number, made: string): Promise<void> {
  const others = (await listBackups(dir)).filter(({ name }) => name !== made)
  for (const { name } of others.slice(keep - 1)) await rm(path.join(dir, name), { force: true })
}

/** Partial files younger than this may belong to another server that is dumping into the folder. */
const leftoverAgeMs = 60 * 60_000

export async function removeLeftovers(dir: string, now: Date): Promise<void> {
  for (const name of (await namesIn(dir)).filter((one) => leftoverPattern.test(one))) {
    const file = path.join(dir, name)
    const isWritten = name.includes('.dump.') && now.getTime() - ((await stat(file).catch(() => undefined))?.mtimeMs ?? 0) < leftoverAgeMs
    if (!isWritten) await rm(file, { force: true })
  }
}

async function namesIn(dir: string): Promise<string[]> {
  try {
    return await readdir(dir)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** A backup dated further in the future than this has a wrong date. */
const toleranceMs = 60 * 60_000

/** Age of the newest backup with a plausible date, in ms; undefined when there is none. */
export function toBackupAge(backups: readonly KeptBackup[], now: Date): number | undefined {
  const newest = backups.find(({ madeAt }) => madeAt.getTime() <= now.getTime() + toleranceMs)
  return newest && Math.max(0, now.getTime() - newest.madeAt.getTime())
}

/** Overdue after twice the interval: one backup was missed. */
export const isOverdue = (ageMs: number | undefined, everyMs: number): boolean => ageMs === undefined || ageMs > 2 * everyMs
