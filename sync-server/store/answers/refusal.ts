import type { MutationError } from '#schema/api/sync.ts'
import { AppError, type ErrorCode } from '#schema/errors.ts'
import { WholeBatchError } from '../batch/batch-memory.ts'
import type { RowAddress } from '../context.ts'

/** A refusal whose answer carries the states of the rows that it is about. */
export class RowsRefusal extends AppError {
  readonly rows: readonly RowAddress[]

  constructor(code: ErrorCode, message: string, rows: readonly RowAddress[]) {
    super(code, message)
    this.rows = rows
  }
}

const codeByConstraint: Readonly<Record<string, ErrorCode>> = {
  SQLITE_CONSTRAINT_UNIQUE: 'UNIQUE_CONSTRAINT_VIOLATION',
  SQLITE_CONSTRAINT_PRIMARYKEY: 'CONFLICT',
  SQLITE_CONSTRAINT_FOREIGNKEY: 'INVALID_REFERENCE',
}

/**
 * The refusal of one mutation. A defect is refused alone, so that it cannot block what follows; a failing database (disk, lock, file)
 * fails the whole push, which the device then sends again.
 */
export function errorToRefusal(error: unknown): MutationError {
  // Nothing of this mutation: of one that has ended.
  if (error instanceof WholeBatchError) throw error
  if (error instanceof AppError) return { code: error.code, message: error.message, ...(error.issues && { issues: error.issues }) }
  const known = constraintToCode(error)
  if (known) return errorToRefusal(new AppError(known))
  const sqliteCode = errorToSqliteCode(error)
  if (sqliteCode !== undefined && !isConstraintError(error)) throw error
  return errorToRefusal(new AppError('INTERNAL'))
}

/** The code for a constraint that a concurrent write broke after the check had passed; undefined for other errors. */
export function constraintToCode(error: unknown): ErrorCode | undefined {
  const sqliteCode = errorToSqliteCode(error)
  return sqliteCode === undefined ? undefined : codeByConstraint[sqliteCode]
}

export const isConstraintError = (error: unknown): boolean => errorToSqliteCode(error)?.startsWith('SQLITE_CONSTRAINT') === true

function errorToSqliteCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  return error.code.startsWith('SQLITE_') ? error.code : undefined
}
