import { AppError } from '#schema/errors.ts'

/** For a row that the URL names: NOT_FOUND when it is missing. */
export function assertFound<Row>(row: Row | undefined, noun: string): Row {
  if (row === undefined) throw new AppError('NOT_FOUND', `${noun} not found`)
  return row
}

/** For a row that the body names: 400 when it is missing. */
export function assertReferred<Row>(row: Row | undefined, path: string, noun: string): Row {
  if (row !== undefined) return row
  const message = `${noun} does not exist`
  throw new AppError('INVALID_REFERENCE', message, { issues: [{ path, message }] })
}
