import { AppError, type Issue } from '#schema/errors.ts'
import type { Json } from '#schema/values/merge.ts'
import type { Table } from '../table.ts'

/** Drops keys that clients may send but never set. Refuses the shopId of another shop. */
export function dropIgnoredKeys<Value>(
  table: Table,
  shopId: string,
  values: Readonly<Record<string, Value>>,
  valueToJson: (value: Value) => Json | undefined,
): Record<string, Value> {
  const kept: Record<string, Value> = {}
  for (const [name, value] of Object.entries(values)) {
    if (name === 'shopId' && valueToJson(value) !== shopId) throw issuesToError([{ path: 'shopId', message: 'Shop is not valid' }])
    if (!table.ignoredKeys.has(name)) kept[name] = value
  }
  return kept
}

/** VALIDATION with the message of the first issue, which forms show. */
export function issuesToError(issues: Issue[]): AppError {
  return new AppError('VALIDATION', issues[0]?.message, { issues })
}
