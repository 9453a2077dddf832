import { toErrorKind } from '../../db/engines/error-kind.ts'

export function isUniqueViolation(error: unknown): boolean {
  const kind = toErrorKind(error)
  return kind === 'unique' || kind === 'primary key'
}
