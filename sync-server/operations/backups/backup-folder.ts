import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** A finished backup in the folder. */
export type KeptBackup = { name: string; madeAt: Date; sizeBytes: number }

/** A copy of the file, or a dump of PostgreSQL. */
export type BackupKind = 'db' | 'dump'

const namePattern = /^mainspring-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.(?:db|dump)$/
/** What a process left behind that was killed while it copied. */
const leftoverPattern = /^mainspring-[\dTZ-]+\.(?:db|dump)\.partial-\d+(?:-journal|-wal|-shm)?$/

/** `mainspring-2026-03-02T10-00-00Z.db`: names sort by time, and every file system takes them. */
export const toBackupName = (at: Date, kind: BackupKind = 'db'): string => `mainspring-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.${kind}`

function nameToTime(name: string): Date | undefined {
  const [, day, hours, minutes, seconds] = namePattern.exec(name) ?? []
  const at = new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** The server's own backups, newest first; other files of the folder are nobody's business here. A folder that is missing holds none. */
export async function listBackups(dir: string): Promise<KeptBackup[]> {
  const found: KeptBackup[] = []
  for (const name of await namesIn(dir)) {
    const madeAt = nameToTime(name)
    const facts = madeAt && (await stat(path.join(dir, name)).catch(() => undefined))
    if (madeAt && facts?.isFile()) found.push({ name, madeAt, sizeBytes: facts.size })
  }
  return found.sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime())
}

/** Removes all but the newest `keep`; the one named `made` stays in any case, also where a wrong clock dated others later. */
export async function removeOldBackups(dir: string, keep: number, made: string): Promise<void> {
  const others = (await listBackups(dir)).filter(({ name }) => name !== made)
  for (const { name } of others.slice(keep - 1)) await rm(path.join(dir, name), { force: true })
}

/** A server of the same PostgreSQL may be dumping into the folder just now: what it wrote to lately is none. */
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

/** A clock that was wrong by more than this dated a backup; one that says "later than now" says nothing about its age. */
const toleranceMs = 60 * 60_000

/** Age of the newest backup in milliseconds; undefined where there is none whose date can be right. */
export function toBackupAge(backups: readonly KeptBackup[], now: Date): number | undefined {
  const newest = backups.find(({ madeAt }) => madeAt.getTime() <= now.getTime() + toleranceMs)
  return newest && Math.max(0, now.getTime() - newest.madeAt.getTime())
}

/** Twice the time between two backups: one was missed. */
export const isOverdue = (ageMs: number | undefined, everyMs: number): boolean => ageMs === undefined || ageMs > 2 * everyMs
