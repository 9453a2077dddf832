import { serverKeysOf, toSnakeCase, type Collection } from '#schema/collection.ts'
import type { SqlValue } from './database.ts'

/** Maps a document to the values of its sort key columns, by column. */
export type ListKeys = (row: Readonly<Record<string, unknown>>) => Record<string, SqlValue>

/** The sort keys of the collection's lists; most collections have none. */
export function toListKeys(collection: Collection): ListKeys {
  const keys = serverKeysOf(collection).map(([name, keyOf]) => [toSnakeCase(name), keyOf] as const)
  return (row) => Object.fromEntries(keys.map(([column, toText]) => [column, toSqlKey(toText(row))]))
}

/** SQLite sorts by UTF-8 bytes, devices by UTF-16 code units; shifts characters so that both orders agree beyond the BMP. */
export const toSqlKey = (key: string): string => key.replace(/[\uD800-\uFFFF]/g, (unit) => String.fromCodePoint(unit.charCodeAt(0) + 0x10000))
