import { stat } from 'node:fs/promises'
import { bytesToText } from '#schema/rules/text/bytes.ts'
import type { Config } from '../../config.ts'
import { isOverdue, listBackups, toBackupAge } from '../backups/backup-folder.ts'
import { isInstalled } from '../dumps/tools.ts'
import { toAge, toReason, type Finding } from './finding.ts'

export async function examineBackups({ backups, dataDir, database }: Config, now: Date): Promise<Finding> {
  const about = 'Backups'
  if (backups === null)
    return { state: 'warn', about, text: 'the server makes none. Set BACKUP_DIR to a folder on another disk, or run npm run backup -- <file> by a timer.' }
  const missing = database === null ? [] : (['pg_dump', 'pg_restore'] as const).filter((tool) => !isInstalled(tool))
  if (missing.length > 0) return { state: 'fail', about, text: `${missing.join(' and ')} of PostgreSQL must be installed where the server runs.` }
  try {
    const kept = await listBackups(backups.dir)
    const ageMs = toBackupAge(kept, now)
    if (ageMs === undefined) return { state: 'fail', about, text: `there is none in ${backups.dir}. Is the server running? Its log says why it made none.` }
    const newest = `the newest is ${toAge(ageMs)} old, ${bytesToText(kept[0]?.sizeBytes ?? 0)}, ${kept.length} kept`
    if (isOverdue(ageMs, backups.everyMs)) return { state: 'fail', about, text: `${newest}; one was missed. The server's log says why.` }
    if (database === null && (await isOnSameDisk(backups.dir, dataDir)))
      return {
        state: 'warn',
        about,
        text: `${newest}, but on the disk of the data: when it breaks, both are gone. Copy them elsewhere, or set BACKUP_DIR there.`,
      }
    return { state: 'ok', about, text: newest }
  } catch (error) {
    return { state: 'fail', about, text: `${backups.dir} cannot be read: ${toReason(error)}. Give the server's user rights to it.` }
  }
}

async function isOnSameDisk(one: string, other: string): Promise<boolean> {
  try {
    return (await stat(one)).dev === (await stat(other)).dev
  } catch {
    return false
  }
}
