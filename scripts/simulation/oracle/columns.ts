import type { Json } from '#schema/values/merge.ts'
import type { SqlRow } from '../nodes/shared-database.ts'

export const toSnake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The value that a column holds, as documents spell it. */
export function columnOf(row: SqlRow, field: string, like: unknown): Json {
  const cents = row[`${toSnake(field)}_cents`]
  if (cents !== undefined) return cents === null ? null : Number(cents) / 100
  const value = row[toSnake(field)] ?? null
  const thousandths = row[`${toSnake(field)}_thousandths`]
  if (thousandths !== undefined) return thousandths === null ? null : Number(thousandths) / 1000
  return typeof like === 'boolean' && value !== null ? value === 1 : value
}
