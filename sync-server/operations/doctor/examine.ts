import path from 'node:path'
import { databaseFileOf, readConfig, readDataDir, StartError, type Config } from '../../config.ts'
import { examineBackups } from './examine-backups.ts'
import { examineClock, readLedgerSpan } from './examine-clock.ts'
import { examineDatabase, examineDisk, examineFolder } from './examine-data.ts'
import { examineMail } from './examine-mail.ts'
import { examinePostgres } from './examine-postgres.ts'
import { examineRetention } from './examine-retention.ts'
import { examineSender } from './examine-sender.ts'
import type { Finding } from './finding.ts'

export type Patient = { env: Readonly<Record<string, string | undefined>>; now: () => Date }

/** Looks at everything, one finding after the other. Settings that cannot be read leave those that do not need them. */
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
