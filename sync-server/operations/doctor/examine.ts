import path from 'node:path'
import { databaseFileOf, readConfig, readDataDir, StartError, type Config, type RetentionConfig } from '../../config.ts'
import { examineClock, readLedgerSpan } from './examine-clock.ts'
import { examineDatabase, examineDisk, examineFolder } from './examine-data.ts'
import { examineMail } from './examine-mail.ts'
import { examinePostgres } from './examine-postgres.ts'
import { examineSender } from './examine-sender.ts'
import { type Finding, toAge, toReason } from './finding.ts'
import { stat } from 'node:fs/promises'
import { bytesToText } from '#schema/rules/text/bytes.ts'
import { isOverdue, listBackups, toBackupAge } from '../backups/backup-folder.ts'
import { isInstalled } from '../dumps/tools.ts'

const dayMs = 24 * 60 * 60 * 1000
/** A server that was off or was just updated may be late. */
const toleranceDays = 2

/** Reports retention settings, and whether expired rows are really removed. `oldest`: when the oldest mutation of the ledger arrived. */
function examineRetention({ ledgerDays, activityDays }: RetentionConfig, now: Date, oldest: Date | undefined): Finding {
  const about = 'Retention'
  const ageMs = oldest && now.getTime() - oldest.getTime()
  const entries = activityDays === null ? 'entries of the log for ever' : `entries of the log ${activityDays} days`
  const text = `decisions stay ${ledgerDays} days, ${entries}`
  if (ageMs !== undefined && ageMs > (ledgerDays + toleranceDays) * dayMs)
    return {
      state: 'warn',
      about,
      text: `${text}; the oldest decision is ${toAge(ageMs)} old. A server ends them once it has run for an hour by a clock that nobody sets; else its log says why not.`,
    }
  return { state: 'ok', about, text: ageMs === undefined ? text : `${text}; the oldest decision is ${toAge(Math.max(ageMs, 0))} old` }
}

export type Patient = { env: Readonly<Record<string, string | undefined>>; now: () => Date }

/** Runs all checks. With invalid settings, runs those that do not need them. */
export async function* examine({ env, now }: Patient): AsyncGenerator<Finding> {
  const { config, finding } = examineSettings(env)
  yield finding
  if (config !== undefined) yield* examineExposure(config)
  const dataDir = config?.dataDir ?? readDataDir(env)
  yield await examineFolder(dataDir)
  yield await examineDisk(dataDir)
  const postgres = config?.database && (await examinePostgres(config.database.url))
  yield postgres?.finding ?? (await examineDatabase(dataDir))
  if (config !== undefined) yield await examineBackups(config, now())
  const sender = config && (await examineSender(config.sms))
  if (sender !== undefined) yield sender.finding
  if (config !== undefined) yield await examineMail(config.mail)
  const span = postgres ? postgres.span : readLedgerSpan(databaseFileOf(dataDir))
  if (config !== undefined) yield examineRetention(config.retention, now(), span?.oldest)
  yield examineClock({ now: now(), newestAct: span?.newest, toldAt: sender?.toldAt })
}

function examineSettings(env: Patient['env']): { config?: Config; finding: Finding } {
  try {
    const config = readConfig(env)
    const address = config.publicOrigin ?? `port ${config.port} of ${config.host}`
    return { config, finding: { state: 'ok', about: 'Settings', text: `can be read; data in ${path.resolve(config.dataDir)}, reached at ${address}` } }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    const reasons = error.message.replace(/^Mainspring cannot start: /, '')
    return { finding: { state: 'fail', about: 'Settings', text: `${reasons}. Correct these variables; the server does not start with them.` } }
  }
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.')

function* examineExposure({ publicOrigin, host, metricsToken }: Config): Generator<Finding> {
  const about = 'Address'
  if (publicOrigin === null && !isLoopback(host))
    yield { state: 'warn', about, text: 'PUBLIC_URL is not set though others reach this server. Set it to the address that people type, with https.' }
  else if (publicOrigin?.startsWith('http://') === true && !isLoopback(new URL(publicOrigin).hostname))
    yield {
      state: 'warn',
      about,
      text: 'PUBLIC_URL is http: browsers keep no app for work without a network there, and others can listen. Put a proxy with https in front.',
    }
  else yield { state: 'ok', about, text: publicOrigin ?? 'for this machine only' }
  if (metricsToken === null) yield { state: 'ok', about: 'Metrics', text: 'off; METRICS_TOKEN turns /metrics on' }
  else yield { state: 'ok', about: 'Metrics', text: 'on at /metrics' }
}

async function examineBackups({ backups, dataDir, database }: Config, now: Date): Promise<Finding> {
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
