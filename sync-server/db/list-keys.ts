import { fieldToColumn, localKeyToText, serverKeysOf, toSnakeCase, type Collection } from '#schema/collection.ts'
import { collectionByName, collectionNames } from '#schema/collections/index.ts'
import { toDynamicDb, type Db, type SqlValue } from './database.ts'

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
    while (await fillSome(db, collection, columns));
  }
}

/** Answers whether more are left. */
async function fillSome(db: Db, collection: Collection, columns: readonly string[]): Promise<boolean> {
  const fields = Object.entries(collection.fields).flatMap(([name, field]) => (field.secret ? [] : [`${fieldToColumn(name, field)} as ${name}`]))
  const toKeys = toListKeys(collection)
  return db.transaction().execute(async (trx) => {
    const rows = await toDynamicDb(trx)
      .selectFrom(collection.name as string)
      .select(['id', 'created_at as createdAt', ...fields])
      .where((where) => where.or(columns.map((column) => where(column, 'is', null))))
      .limit(rowsAtOnce)
      .execute()
    for (const { id = '', ...row } of rows)
      await toDynamicDb(trx)
        .updateTable(collection.name as string)
        .set(toKeys({ id, ...row }))
        .where('id', '=', id)
        .execute()
    return rows.length === rowsAtOnce
  })
}
