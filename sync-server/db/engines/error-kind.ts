/** Kind of a database error. `again`: a retry of the transaction may succeed; `away`: the connection failed, so the outcome is unknown. */
export type ErrorKind = 'unique' | 'primary key' | 'foreign key' | 'constraint' | 'full' | 'again' | 'away' | 'other'

const kindBySqlite: Readonly<Record<string, ErrorKind>> = {
  SQLITE_CONSTRAINT_UNIQUE: 'unique',
  SQLITE_CONSTRAINT_PRIMARYKEY: 'primary key',
  SQLITE_CONSTRAINT_FOREIGNKEY: 'foreign key',
  SQLITE_FULL: 'full',
  SQLITE_IOERR_WRITE: 'full',
  SQLITE_IOERR_SHMSIZE: 'full',
}

const kindBySqlState: Readonly<Record<string, ErrorKind>> = {
  '23503': 'foreign key',
  '23505': 'unique',
  // Serialization failure, deadlock, or lock timeout of a migration.
  '40001': 'again',
  '55P03': 'again',
  '40P01': 'again',
  '53100': 'full',
}

/** SQLSTATEs: connection failures, shutdown, too many connections, cancelled query. */
const awayStates = /^(?:08...|57P0.|53300|57014)$/
/** Node's socket error codes. */
const awayCodes: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'])

/** pg reports an ended connection without a code. */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError'
}

/** The kind of a database error; undefined for other errors. */
export function toErrorKind(error: unknown): ErrorKind | undefined {
  if (error instanceof DatabaseAwayError) return 'away'
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  const { code } = error
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'full'
  if (code.startsWith('SQLITE_')) return kindBySqlite[code] ?? (code.startsWith('SQLITE_CONSTRAINT') ? 'constraint' : 'other')
  if (!isSqlState(error)) return undefined
  if (isStalePlan(error)) return 'again'
  if (code === '23505' && 'constraint' in error && String(error.constraint).endsWith('_pkey')) return 'primary key'
  return kindBySqlState[code] ?? (awayStates.test(code) ? 'away' : /^2[23]/.test(code) ? 'constraint' : 'other')
}

/** Only PostgreSQL errors have `severity`. */
const isSqlState = (error: Error & { code?: unknown }): boolean => 'severity' in error && /^[0-9A-Z]{5}$/.test(String(error.code))

/** A prepared statement whose result type changed because a newer program's migration added a column. */
export const isStalePlan = (error: unknown): boolean => error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery'

export const isAwayCode = (code: unknown): boolean => typeof code === 'string' && awayCodes.has(code)

export const isDiskFull = (error: unknown): boolean => toErrorKind(error) === 'full'

export const isConstraint = (kind: ErrorKind | undefined): boolean =>
  kind === 'unique' || kind === 'primary key' || kind === 'foreign key' || kind === 'constraint'

/** Another Mainspring program uses the database that is to be moved or replaced. */
export class DatabaseInUseError extends Error {
  override readonly name = 'DatabaseInUseError'
}
