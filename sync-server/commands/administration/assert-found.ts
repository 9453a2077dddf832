import { AppError } from '#schema/errors.ts'

/** Checks that the rows exist which a command names. */

/** Named by the address: NOT_FOUND without it. */
export function assertFound<Row>(row: Row | undefined, noun: string): Row {
  if (row === undefined) throw new AppError('NOT_FOUND', `${noun} not found`)
  return row
}

/** Named by the body: 400 without it. */
export function assertReferred<Row>(row: Row | undefined, path: string, noun: string): Row {
  if (row !== undefined) return row
  const message = `${noun} does not exist`
  throw new AppError('INVALID_REFERENCE', message, { issues: [{ path, message }] })
}
