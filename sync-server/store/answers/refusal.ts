import type { MutationError } from '#schema/api/sync.ts'
import type { ActivityEntry } from '#schema/rules/text/activity-entry.ts'
import { AppError, type ErrorCode } from '#schema/errors.ts'
import { isConstraint, toErrorKind, type ErrorKind } from '../../db/engines/error-kind.ts'
import { entryToEnglish } from '../activity-english.ts'
import { BatchError } from '../batch/batch-cache.ts'
import type { RowAddress } from '../context.ts'

/** A refusal whose answer includes the states of these rows. */
export class RowsRefusal extends AppError {
  readonly rows: readonly RowAddress[]

  constructor(code: ErrorCode, told: ActivityEntry, rows: readonly RowAddress[]) {
    super(code, entryToEnglish(told, String), { told })
    this.rows = rows
  }
}

const codeByKind: Readonly<Partial<Record<ErrorKind, ErrorCode>>> = {
  unique: 'UNIQUE_CONSTRAINT_VIOLATION',
  'primary key': 'CONFLICT',
  'foreign key': 'INVALID_REFERENCE',
}

/**
 * The refusal of one mutation. A bug refuses only that mutation, so that it cannot block later ones; a database failure
 * (disk, lock, file) fails the whole push, which the device retries.
 */
export function errorToRefusal(error: unknown): MutationError {
  // Caused by an earlier mutation of the batch, not by this one.
  if (error instanceof BatchError) throw error
  if (error instanceof AppError) {
    const { code, message, issues, told } = error
    return { code, message, ...(issues && { issues }), ...(told && { told }) }
  }
  const known = constraintToCode(error)
  if (known) return errorToRefusal(new AppError(known))
  const kind = toErrorKind(error)
  if (kind !== undefined && !isConstraint(kind)) throw error
  return errorToRefusal(new AppError('INTERNAL'))
}

/** The code for a constraint that a concurrent write broke after our check; undefined for other errors. */
export function constraintToCode(error: unknown): ErrorCode | undefined {
  const kind = toErrorKind(error)
  return kind && codeByKind[kind]
}

export const isConstraintError = (error: unknown): boolean => isConstraint(toErrorKind(error))
