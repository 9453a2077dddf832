import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { passwordMaxLength, passwordMinLength } from '#schema/api/administration.ts'
import { restorableDays } from '#schema/rules/merge/restore.ts'
import { activityDaysMin, ledgerDays, ledgerDaysMin, refusedDays, retentionDaysMax } from '#schema/rules/merge/retention.ts'

const builtWebDir = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), 'dist', 'web')

const defaultDataDir = './data'

export type SmsConfig =
  | { provider: 'log' }
  | { provider: 'twilio'; apiUrl: string; accountSid: string; authToken: string; from: string }
  | { provider: 'webhook'; url: string; secret: string }

/** `log`: e-mails go into a file. `from`: `address` or `Name <address>`. */
export type MailConfig = { provider: 'log' } | { provider: 'smtp'; url: string; from: string }

/** `dir`: absolute path; `keep`: number of copies. */
export type BackupConfig = { dir: string; everyMs: number; keep: number }

/** Days for which ledger entries and activities are kept; null: forever. */
export type RetentionConfig = { ledgerDays: number; activityDays: number | null }

export type Config = {
  /** 0 picks a free port. */
  port: number
  host: string
  /** Absolute path of the folder with the database file and the server's other files. */
  dataDir: string
  /**
   * PostgreSQL instead of a file. `poolSize`: write connections, and as many for reads. `isNotifying`: uses a dedicated
   * LISTEN connection, which transaction-mode poolers do not support.
   */
  database: { url: string; poolSize: number; isNotifying: boolean } | null
  /** Public origin, such as `https://shop.example`; null when not set. */
  publicOrigin: string | null
  admin: { loginId: string; password: string | null }
  sms: SmsConfig
  mail: MailConfig
  /** False: the server sends nothing to customers, for example on a test copy of the database. */
  sendsMessages: boolean
  /** Number of trusted proxies that append to X-Forwarded-For; 0 ignores the header. */
  trustedProxyHops: number
  logLevel: LogLevel
  /** Lets webhooks call addresses inside the server's network. */
  isWebhookInsideAllowed: boolean
  /** Shared by all processes of one database; null: shared keys are stored in the database. */
  serverSecret: string | null
  /** Bearer token for `/metrics`; null disables the route. */
  metricsToken: string | null
  /** Null: no scheduled backups. */
  backups: BackupConfig | null
  retention: RetentionConfig
  webDir: string
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** The server cannot start for a reason that the operator can fix; the message is one line. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

const unset = (value: unknown): unknown => (typeof value === 'string' && value.trim() === '' ? undefined : value)
const setting = <T extends z.ZodType>(schema: T) => z.preprocess(unset, schema)

const originSchema = z
  .string()
  .transform((text) => (URL.canParse(text) ? new URL(text) : null))
  .refine((url) => url !== null && /^https?:$/.test(url.protocol), { error: 'must be an address such as https://shop.example', abort: true })
  .refine((url) => url !== null && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '', {
    error: 'must be an origin only, without a path, query or sign-in',
  })
  .transform((url) => (url as URL).origin)

const isLoopback = (name: string): boolean => name === 'localhost' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name)

/** Messages and carrier credentials must not be sent in plain text over a network. */
const isPrivateWay = (address: string): boolean => !URL.canParse(address) || new URL(address).protocol === 'https:' || isLoopback(new URL(address).hostname)
const privateWay = { error: 'must begin with https:// (http:// only for localhost)' }

const webUrlSchema = z.url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true }).refine(isPrivateWay, privateWay)

/** `smtp://user:password@mail.example:587`; `smtps:` uses TLS from the start. */
const smtpUrlSchema = z.string().refine((text) => URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== '', {
  error: 'must be an address such as smtp://user:password@mail.example:587',
})

const mailFromSchema = z.string().regex(/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, {
  error: 'must be an address such as shop@example.com, or Name <shop@example.com>',
})

const hopsSchema = z
  .enum(['true', 'false', 'yes', 'no', ...Array.from({ length: 10 }, (_, hops) => String(hops))], {
    error: 'must be true, false, or the number of proxies in front (0 to 9)',
  })
  .transform((text) => (text === 'true' || text === 'yes' ? 1 : text === 'false' || text === 'no' ? 0 : Number(text)))

const hourMs = 3_600_000
const msByUnit: Readonly<Record<string, number>> = { m: 60_000, h: hourMs, d: 24 * hourMs }
const durationError = 'must be a time such as 30m, 24h or 7d, from 5m to 365d'
const shortestMs = 5 * 60_000
const longestMs = 365 * 24 * hourMs

const durationSchema = z
  .string()
  .regex(/^\d{1,5}[mhd]$/, { error: durationError, abort: true })
  .transform((text) => Number(text.slice(0, -1)) * (msByUnit[text.slice(-1)] ?? 0))
  .refine((ms) => ms >= shortestMs && ms <= longestMs, { error: durationError })

const databaseUrlSchema = z
  .string()
  .refine((text) => URL.canParse(text) && /^postgres(?:ql)?:$/.test(new URL(text).protocol) && new URL(text).pathname.length > 1, {
    error: 'must be an address such as postgres://user:password@host:5432/mainspring',
  })

const wholeNumber = (from: number, to: number, error = `must be a whole number from ${from} to ${to}`) =>
  z
    .string()
    .regex(/^\d{1,4}$/, { error, abort: true })
    .transform(Number)
    .refine((count) => count >= from && count <= to, { error })

/** `reason`: why shorter times are refused. */
const keptDays = (from: number, reason: string, besides = '') =>
  wholeNumber(from, retentionDaysMax, `must be a whole number of days from ${from} to ${retentionDaysMax}${besides}: ${reason}`)

const oneOf = <const T extends readonly string[]>(values: T) => z.enum(values, { error: `must be one of ${values.join(', ')}` })

const environmentSchema = z
  .object({
    PORT: setting(
      z
        .string()
        .regex(/^\d{1,5}$/, { error: 'must be a whole number from 0 to 65535', abort: true })
        .transform(Number)
        .refine((port) => port <= 65_535, { error: 'must be a whole number from 0 to 65535' })
        .default(8080),
    ),
    HOST: setting(
      z
        .string()
        .regex(/^[A-Za-z0-9.:_-]+$/, { error: 'must be a host name or an address' })
        .default('127.0.0.1'),
    ),
    DATA_DIR: setting(z.string().default(defaultDataDir)),
    DATABASE_URL: setting(databaseUrlSchema.optional()),
    DATABASE_POOL: setting(wholeNumber(1, 200).default(10)),
    DATABASE_NOTIFY: setting(oneOf(['on', 'off']).default('on')),
    PUBLIC_URL: setting(originSchema.optional()),
    ADMIN_LOGIN: setting(z.string().trim().max(100, { error: 'must have at most 100 characters' }).default('admin')),
    ADMIN_PASSWORD: setting(
      z
        .string()
        .min(passwordMinLength, { error: `must have at least ${passwordMinLength} characters` })
        .max(passwordMaxLength, { error: 'is too long' })
        .optional(),
    ),
    SMS_PROVIDER: setting(oneOf(['log', 'twilio', 'webhook']).default('log')),
    TWILIO_ACCOUNT_SID: setting(z.string().optional()),
    TWILIO_AUTH_TOKEN: setting(z.string().optional()),
    TWILIO_FROM: setting(
      z
        .string()
        .regex(/^\+\d{6,15}$|^MG[0-9a-f]{32}$/, { error: 'must be a phone number such as +15551234567 or a messaging service id' })
        .optional(),
    ),
    TWILIO_API_URL: setting(originSchema.refine(isPrivateWay, privateWay).default('https://api.twilio.com')),
    SMS_WEBHOOK_URL: setting(webUrlSchema.optional()),
    SMS_WEBHOOK_SECRET: setting(z.string().min(16, { error: 'must have at least 16 characters' }).optional()),
    MESSAGES: setting(oneOf(['on', 'off']).default('on')),
    SMTP_URL: setting(smtpUrlSchema.optional()),
    MAIL_FROM: setting(mailFromSchema.optional()),
    TRUST_PROXY: setting(hopsSchema.default(0)),
    LOG_LEVEL: setting(oneOf(logLevels).default('info')),
    WEBHOOK_ALLOW_PRIVATE: setting(oneOf(['true', 'false']).default('false')),
    SERVER_SECRET: setting(z.string().min(32, { error: 'must have at least 32 characters' }).optional()),
    METRICS_TOKEN: setting(z.string().min(16, { error: 'must have at least 16 characters' }).optional()),
    BACKUP_DIR: setting(z.string().optional()),
    BACKUP_EVERY: setting(durationSchema.default(24 * hourMs)),
    BACKUP_KEEP: setting(wholeNumber(1, 1_000).default(14)),
    KEEP_LEDGER_DAYS: setting(keptDays(ledgerDaysMin, `refused changes can be read for ${refusedDays} days`).default(ledgerDays)),
    KEEP_ACTIVITIES: setting(keptDays(activityDaysMin, `deletions can be undone for ${restorableDays} days`, ', or empty for ever').optional()),
  })
  .check(({ value, issues }) => {
    if (value.SMTP_URL !== undefined && value.MAIL_FROM === undefined)
      issues.push({ code: 'custom', path: ['MAIL_FROM'], message: 'is needed when SMTP_URL is set', input: undefined })
    const needed = { log: [], twilio: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'], webhook: ['SMS_WEBHOOK_URL', 'SMS_WEBHOOK_SECRET'] } as const
    for (const name of needed[value.SMS_PROVIDER]) {
      if (value[name] !== undefined) continue
      issues.push({ code: 'custom', path: [name], message: `is needed when SMS_PROVIDER is ${value.SMS_PROVIDER}`, input: undefined })
    }
  })

export const databaseFileOf = (dataDir: string): string => path.join(dataDir, 'mainspring.db')

/** Absolute data folder, for scripts that work on the database without a server. */
export const readDataDir = (env: Readonly<Record<string, string | undefined>>): string => path.resolve(env['DATA_DIR']?.trim() || defaultDataDir)

/**
 * PostgreSQL URL, for scripts that work on the database without a server; undefined: the file in the data folder.
 * @throws StartError without the URL, which may hold a password
 */
export function readDatabaseUrl(env: Readonly<Record<string, string | undefined>>, name = 'DATABASE_URL'): string | undefined {
  const { success, data, error } = setting(databaseUrlSchema.optional()).safeParse(env[name])
  if (!success) throw new StartError(`${name} ${error.issues[0]?.message ?? 'cannot be used'}`)
  return data
}

type Environment = z.output<typeof environmentSchema>

const toBackups = ({ BACKUP_DIR: dir, BACKUP_EVERY: everyMs, BACKUP_KEEP: keep }: Environment): BackupConfig | null =>
  dir === undefined ? null : { dir: path.resolve(dir), everyMs, keep }

const environmentToSms = (environment: Environment): SmsConfig => {
  const { SMS_PROVIDER: provider } = environment
  if (provider === 'log') return { provider }
  if (provider === 'webhook') return { provider, url: environment.SMS_WEBHOOK_URL ?? '', secret: environment.SMS_WEBHOOK_SECRET ?? '' }
  return {
    provider,
    apiUrl: environment.TWILIO_API_URL,
    accountSid: environment.TWILIO_ACCOUNT_SID ?? '',
    authToken: environment.TWILIO_AUTH_TOKEN ?? '',
    from: environment.TWILIO_FROM ?? '',
  }
}

const environmentToMail = ({ SMTP_URL: url, MAIL_FROM: from }: Environment): MailConfig =>
  url === undefined || from === undefined ? { provider: 'log' } : { provider: 'smtp', url, from }

function environmentToDatabase(environment: Environment): Config['database'] {
  const { DATABASE_URL: url, DATABASE_POOL: poolSize, DATABASE_NOTIFY: notify } = environment
  return url === undefined ? null : { url, poolSize, isNotifying: notify === 'on' }
}

/**
 * Reads the settings from environment variables; empty ones count as not set.
 * @throws StartError, one line that names each invalid variable but no value, since some are secret
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const parsed = environmentSchema.safeParse(env)
  if (!parsed.success) {
    const reasons = parsed.error.issues.map(({ path: [name], message }) => `${String(name)} ${message}`)
    throw new StartError(`Mainspring cannot start: ${reasons.join('; ')}`)
  }
  const environment = parsed.data
  return {
    port: environment.PORT,
    host: environment.HOST,
    dataDir: path.resolve(environment.DATA_DIR),
    database: environmentToDatabase(environment),
    publicOrigin: environment.PUBLIC_URL ?? null,
    admin: { loginId: environment.ADMIN_LOGIN, password: environment.ADMIN_PASSWORD ?? null },
    sms: environmentToSms(environment),
    mail: environmentToMail(environment),
    sendsMessages: environment.MESSAGES === 'on',
    trustedProxyHops: environment.TRUST_PROXY,
    logLevel: environment.LOG_LEVEL,
    isWebhookInsideAllowed: environment.WEBHOOK_ALLOW_PRIVATE === 'true',
    serverSecret: environment.SERVER_SECRET ?? null,
    metricsToken: environment.METRICS_TOKEN ?? null,
    backups: toBackups(environment),
    retention: { ledgerDays: environment.KEEP_LEDGER_DAYS, activityDays: environment.KEEP_ACTIVITIES ?? null },
    webDir: builtWebDir,
  }
}
