import { localKeyToText, serverKeysOf, toSnakeCase, type Collection } from '#schema/collection.ts'
import type { SqlValue } from './database.ts'

/** By column: the keys of a row under the field names of its document. */
export type ListKeys = (row: Readonly<Record<string, unknown>>) => Record<string, SqlValue>

/** The keys that tell the rows' places in their lists; none for most collections. */
export function toListKeys(collection: Collection): ListKeys {
  const keys = serverKeysOf(collection).map(([name, key]) => [toSnakeCase(name), localKeyToText(key)] as const)
  return (row) => Object.fromEntries(keys.map(([column, toText]) => [column, toSqlKey(toText(row))]))
}

/** The text that SQLite sorts, by its bytes, as devices sort the key, by its code units: those of pairs would stand behind all others. */
export const toSqlKey = (key: string): string => key.replace(/[\uD800-\uFFFF]/g, (unit) => String.fromCodePoint(unit.charCodeAt(0) + 0x10000))
