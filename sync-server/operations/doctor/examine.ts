import path from 'node:path'
import { databaseFileOf, readConfig, readDataDir, StartError, type Config, type RetentionConfig, type MailConfig, type SmsConfig } from '../../config.ts'
import { examineDatabase, examineDisk, examineFolder } from './examine-data.ts'
import { type Finding, toAge, toReason } from './finding.ts'
import { stat } from 'node:fs/promises'
import { bytesToText } from '#schema/rules/text/bytes.ts'
import { isOverdue, listBackups, toBackupAge } from '../backups/backup-folder.ts'
import { readVersionOf } from '../dumps/dump-version.ts'
import { isInstalled } from '../dumps/tools.ts'
import { checkDatabase } from '../../db/files/database-file.ts'
import { findSmtpTrouble } from '../../messages/senders/smtp.ts'
import { looksOnly } from '../../db/look-only.ts'
import { migrations } from '../../db/migrate.ts'
import { toRefusal } from '../../db/schema-migration.ts'
import BetterSqlite3 from 'better-sqlite3'

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

type Patient = { env: Readonly<Record<string, string | undefined>>; now: () => Date }

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
    const damage = await findDamage(path.join(backups.dir, kept[0]?.name ?? ''), database)
    if (damage !== undefined) return { state: 'fail', about, text: `the newest cannot be restored: ${damage} Make one now: npm run backup -- <file>.` }
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

/** What keeps a backup from being restored: a database is read whole, of PostgreSQL's archive its list of contents. */
async function findDamage(file: string, database: Config['database']): Promise<string | undefined> {
  try {
    await (database === null ? checkDatabase(file) : readVersionOf(file))
    return undefined
  } catch (error) {
    return toReason(error).replace(/\.?$/, '.')
  }
}

async function isOnSameDisk(one: string, other: string): Promise<boolean> {
  try {
    return (await stat(one)).dev === (await stat(other)).dev
  } catch {
    return false
  }
}

/** Asks the mail server whether it can be reached and lets us in, by the way that messages go; none is sent. */
async function examineMail(mail: MailConfig): Promise<Finding> {
  const about = 'E-mail'
  if (mail.provider === 'log')
    return { state: 'warn', about, text: 'SMTP_URL is not set: e-mails to customers go into mail.log only. Set it and MAIL_FROM before a shop sends any.' }
  const trouble = await findSmtpTrouble(mail)
  if (trouble !== undefined) return { state: 'fail', about, text: trouble }
  return { state: 'ok', about, text: `${new URL(mail.url).hostname} can be reached and lets this server in` }
}

type PostgresFinding = { finding: Finding; span?: LedgerSpan }

/** Checks connection and ownership of the database and reports its contents. Its integrity is its operator's task. */
async function examinePostgres(url: string): Promise<PostgresFinding> {
  const about = 'Database'
  try {
    return await looksOnly(url, async (db) => {
      const tables = new Set((await db.introspection.getTables()).map(({ name }) => name))
      if (!tables.has('schema_migrations'))
        return { finding: { state: 'warn', about, text: 'PostgreSQL answers; there are no tables yet, the first start makes them' } }
      const applied = (await db.selectFrom('schema_migrations').select('name').orderBy('name').execute()).map(({ name }) => name)
      if (tables.has('moved_tables')) return { finding: { state: 'fail', about, text: movingText } }
      const refusal = toRefusal('it', applied, migrations)
      if (refusal !== undefined) return { finding: { state: 'fail', about, text: refusal } }
      const count = async (table: 'orders' | 'customers'): Promise<number> => {
        const { rows } = await db
          .selectFrom(table)
          .select((eb) => eb.fn.countAll<number>().as('rows'))
          .where('deleted', '=', 0)
          .executeTakeFirstOrThrow()
        return rows
      }
      const { oldest } = await db
        .selectFrom('mutations')
        .select((eb) => eb.fn.min('received_at').as('oldest'))
        .where('kept_bytes', 'is', null)
        .executeTakeFirstOrThrow()
      const { newest } = await db
        .selectFrom('mutations')
        .select((eb) => eb.fn.max('received_at').as('newest'))
        .executeTakeFirstOrThrow()
      const text = `PostgreSQL answers: ${await count('orders')} orders, ${await count('customers')} customers, version ${applied.at(-1) ?? 'none'}`
      return { finding: { state: 'ok', about, text }, span: { oldest: toMoment(oldest), newest: toMoment(newest) } }
    })
  } catch (error) {
    return { finding: { state: 'fail', about, text: `${toReason(error)}. Is PostgreSQL running, and does DATABASE_URL name it?` } }
  }
}

const movingText = 'a move into it was begun and has not ended. Run npm run move-to-postgres again: it goes on.'

/** `toldAt`: the carrier's clock, if it answered. */
type SenderFinding = { finding: Finding; toldAt?: Date | undefined }

const senderLimitMs = 10_000

/** Checks connection and credentials of the SMS carrier; sends no message. */
async function examineSender(sms: SmsConfig): Promise<SenderFinding> {
  const about = 'Text messages'
  if (sms.provider === 'log')
    return {
      finding: {
        state: 'warn',
        about,
        text: 'SMS_PROVIDER is log: codes of the portal go into sms.log only. Set up twilio or webhook before customers use it.',
      },
    }
  try {
    const response = await askSender(sms)
    const toldAt = readDate(response)
    if (sms.provider === 'webhook') return { finding: { state: 'ok', about, text: `${new URL(sms.url).host} can be reached` }, toldAt }
    if (response.ok) return { finding: { state: 'ok', about, text: 'Twilio can be reached and knows the account' }, toldAt }
    const reason = [401, 403, 404].includes(response.status)
      ? 'Twilio does not know this account with this token. Check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN.'
      : `Twilio answered ${response.status}. Try again later, or look at its status page.`
    return { finding: { state: 'fail', about, text: reason }, toldAt }
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
    return { finding: { state: 'fail', about, text: `the sender cannot be reached (${toReason(cause)}). Check the network, and the address of the sender.` } }
  }
}

function askSender(sms: Exclude<SmsConfig, { provider: 'log' }>): Promise<Response> {
  const options: RequestInit = { redirect: 'manual', signal: AbortSignal.timeout(senderLimitMs) }
  if (sms.provider === 'webhook') return fetch(sms.url, { ...options, method: 'HEAD' })
  const credentials = Buffer.from(`${sms.accountSid}:${sms.authToken}`).toString('base64')
  const url = `${sms.apiUrl}/2010-04-01/Accounts/${encodeURIComponent(sms.accountSid)}.json`
  return fetch(url, { ...options, headers: { Authorization: `Basic ${credentials}` } })
}

function readDate(response: Response): Date | undefined {
  const at = new Date(response.headers.get('Date') ?? '')
  return Number.isNaN(at.getTime()) ? undefined : at
}

const toleranceMs = 2 * 60_000

/** Compares the machine's clock with the carrier's, and with the newest time in the database. */
function examineClock({ now, newestAct, toldAt }: { now: Date; newestAct: Date | undefined; toldAt: Date | undefined }): Finding {
  const about = 'Clock'
  const state = 'fail'
  const mend = 'Let the machine keep its time by itself (NTP).'
  const differenceMs = toldAt && now.getTime() - toldAt.getTime()
  if (differenceMs !== undefined && Math.abs(differenceMs) > toleranceMs)
    return { state, about, text: `it is ${toAge(Math.abs(differenceMs))} ${differenceMs > 0 ? 'ahead of' : 'behind'} the sender's. ${mend}` }
  const aheadMs = newestAct && newestAct.getTime() - now.getTime()
  if (aheadMs !== undefined && aheadMs > toleranceMs)
    return { state, about, text: `the database has work from ${toAge(aheadMs)} ahead of it: the clock was set back, or was wrong. ${mend}` }
  return { state: 'ok', about, text: now.toISOString() }
}

/** When the server received the oldest and the newest mutation of the ledger. */
type LedgerSpan = { oldest: Date | undefined; newest: Date | undefined }

/** Undefined when unreadable. Refused mutations have their own retention, so they do not count for the oldest. */
function readLedgerSpan(file: string): LedgerSpan {
  try {
    const sqlite = new BetterSqlite3(file, { readonly: true, fileMustExist: true })
    try {
      const read = (sql: string): Date | undefined => toMoment(sqlite.prepare(sql).pluck().get())
      return {
        oldest: read('select min(received_at) from mutations where kept_bytes is null'),
        newest: read('select max(received_at) from mutations'),
      }
    } finally {
      sqlite.close()
    }
  } catch {
    return { oldest: undefined, newest: undefined }
  }
}

function toMoment(stored: unknown): Date | undefined {
  const at = new Date(typeof stored === 'string' ? stored : '')
  return Number.isNaN(at.getTime()) ? undefined : at
}
