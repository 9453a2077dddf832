import { fieldToColumn, localKeyToText, serverKeysOf, toSnakeCase, type Collection } from '#schema/collection.ts'
import { collectionByName, collectionNames } from '#schema/collections/index.ts'
import type { Db, SqlValue, Tx } from './database.ts'
import { defineStatement } from './statement.ts'
import { inTransaction } from './transaction.ts'

/** By column: the keys of a row under the field names of its document. */
export type ListKeys = (row: Readonly<Record<string, unknown>>) => Record<string, SqlValue>

/** The keys that tell the rows' places in their lists; none for most collections. */
export function toListKeys(collection: Collection): ListKeys {
  const keys = serverKeysOf(collection).map(([name, key]) => [toSnakeCase(name), localKeyToText(key)] as const)
  return (row) => Object.fromEntries(keys.map(([column, toText]) => [column, toSqlKey(toText(row))]))
}

/** The text that SQLite sorts, by its bytes, as devices sort the key, by its code units: those of pairs would stand behind all others. */
export const toSqlKey = (key: string): string => key.replace(/[\uD800-\uFFFF]/g, (unit) => String.fromCodePoint(unit.charCodeAt(0) + 0x10000))

const rowsAtOnce = 1_000

/** Gives rows that lack their list keys what they lack: after the update that brought the keys, at once or in the next start. */
export async function fillListKeys(db: Db): Promise<void> {
  for (const name of collectionNames) {
    const collection: Collection = collectionByName[name]
    const columns = serverKeysOf(collection).map(([key]) => toSnakeCase(key))
    if (columns.length === 0) continue
    const fill = createFill(collection, columns)
    while (await inTransaction(db, fill));
  }
}

/** Gives some rows their keys, and answers whether more are left. */
function createFill(collection: Collection, columns: readonly string[]): (trx: Tx) => Promise<boolean> {
  const fields = Object.entries(collection.fields).flatMap(([name, field]) => (field.secret ? [] : [`${fieldToColumn(name, field)} as ${name}`]))
  const toKeys = toListKeys(collection)
  const find = defineStatement<{ id: string } & Record<string, SqlValue>>((db) =>
    db
      .selectFrom(collection.name)
      .select(['id', 'created_at as createdAt', ...fields])
      .where((where) => where.or(columns.map((column) => where(column, 'is', null))))
      .limit(rowsAtOnce),
  )
  const set = defineStatement<never>((db, argument) =>
    db
      .updateTable(collection.name)
      .set(Object.fromEntries(columns.map((column) => [column, argument(column)])))
      .where('id', '=', argument('id')),
  )
  return async (trx) => {
    const rows = await find(trx, {})
    for (const row of rows) await set(trx, { ...toKeys(row), id: row.id })
    return rows.length === rowsAtOnce
  }
}
