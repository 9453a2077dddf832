import type { z } from 'zod'
import { baseKeys, collectionToCreateShape, collectionToUpdateShape, fieldToColumn, serverKeysOf, toSnakeCase, type Collection } from '#schema/collection.ts'
import type { Field } from '#schema/field.ts'
import { collectionByName, collectionNames, collectionToDependants, isCollectionName, type CollectionName, type Dependant } from '#schema/collections/index.ts'
import { defineInsert, defineLookUp, defineUpdate, type RowsStatement } from '../db/rows-statement.ts'
import { toListKeys, type ListKeys } from '../db/list-keys.ts'
import { defineStatement, type Statement } from '../db/statement.ts'
import type { Db, SqlValue } from '../db/database.ts'

export type TableField = { name: string; column: string; field: Field }

/** A row under its document's field names, with SQL values, including columns that never leave the server. */
export type StoredRow = Record<string, SqlValue> & { id: string; shopId: string; seq: number; deleted: number; deletedWith: string | null }

/** Safe for rows selected with their table's `selection`. */
export const toStoredRows = (rows: readonly Record<string, SqlValue>[]): StoredRow[] => rows as unknown as StoredRow[]

/** Everything the store derives from a collection's declaration, computed once for cheap reads and writes. */
export type Table = {
  name: CollectionName
  collection: Collection
  fields: readonly TableField[]
  fieldByName: ReadonlyMap<string, TableField>
  /** Keys that clients may send but are ignored. */
  ignoredKeys: ReadonlySet<string>
  selection: readonly string[]
  documentKeys: readonly string[]
  /** Fields that devices get but REST does not. */
  guardedKeys: readonly string[]
  booleanKeys: readonly string[]
  moneyKeys: readonly string[]
  quantityKeys: readonly string[]
  percentKeys: readonly string[]
  listKeys: readonly string[]
  createShape: z.ZodType<Record<string, unknown>>
  updateShape: z.ZodType<Record<string, unknown>>
  dependants: readonly Dependant[]
  /** Fields that reference rows of the shop. */
  references: readonly { name: string; collection: CollectionName }[]
  keyByColumn: ReadonlyMap<string, string>
  /** Columns for the row's sort position, derived from its content on create and update. */
  toListKeys: ListKeys
  find: Statement<StoredRow>
  findRows: (executor: Db, ids: readonly string[]) => Promise<StoredRow[]>
  /** Inserts rows by column, with all columns except those of a deletion. */
  insertRows: RowsStatement
  /** Rows of one shop above a seq, ascending. */
  page: Statement<StoredRow>
  head: Statement<{ seq: number | null }>
  /** Updates these columns by id. */
  updateRows: (columns: readonly string[]) => RowsStatement
}

const baseColumns = [
  ['id', 'id'],
  ['shop_id', 'shopId'],
  ['created_at', 'createdAt'],
  ['updated_at', 'updatedAt'],
  ['seq', 'seq'],
] as const

function toTable(name: CollectionName): Table {
  const collection: Collection = collectionByName[name]
  const fields = Object.entries(collection.fields).map(([fieldName, field]) => ({ name: fieldName, column: fieldToColumn(fieldName, field), field }))
  const wireFields = fields.filter(({ field }) => !field.secret)
  const wire = [...baseColumns.map(([column, key]) => `${column} as ${key}`), ...wireFields.map((field) => `${field.column} as ${field.name}`)]
  const selection = [...wire, 'deleted', 'deleted_with as deletedWith']
  const listColumns = serverKeysOf(collection).map(([key]) => toSnakeCase(key))
  const insertColumns = ['id', 'shop_id', 'created_at', 'updated_at', 'seq', ...fields.map(({ column }) => column), ...listColumns]
  const serverKeys = fields.filter(({ field }) => field.writer === 'server').map((field) => field.name)
  const clientBaseKeys = baseKeys.filter((key) => key !== 'createdAt' || !collection.createdAtEditable)
  const keysOfKind = (kind: Field['kind']) => wireFields.filter(({ field }) => field.kind === kind).map((field) => field.name)
  return {
    name,
    collection,
    fields,
    fieldByName: new Map(fields.map((field) => [field.name, field])),
    ignoredKeys: new Set([...clientBaseKeys, ...serverKeys, ...collection.answeredKeys]),
    selection,
    documentKeys: [...baseColumns.map(([, key]) => key), ...wireFields.map((field) => field.name)],
    guardedKeys: wireFields.filter(({ field }) => field.guarded === true).map((field) => field.name),
    booleanKeys: keysOfKind('boolean'),
    moneyKeys: keysOfKind('money'),
    quantityKeys: keysOfKind('quantity'),
    percentKeys: keysOfKind('percent'),
    listKeys: [...keysOfKind('numbers'), ...keysOfKind('json')],
    keyByColumn: new Map([
      ...baseColumns,
      ['deleted', 'deleted'],
      ['deleted_with', 'deletedWith'],
      ...wireFields.map((field) => [field.column, field.name] as const),
    ]),
    createShape: collectionToCreateShape(collection),
    updateShape: collectionToUpdateShape(collection),
    dependants: collectionToDependants(name),
    references: fields.flatMap(({ name: field, field: { reference } }) =>
      reference !== undefined && isCollectionName(reference.collection) ? [{ name: field, collection: reference.collection }] : [],
    ),
    toListKeys: toListKeys(collection),
    find: defineStatement((db, argument) => db.selectFrom(name).select(selection).where('id', '=', argument('id'))),
    findRows: defineLookUp((db, isAmong) => db.selectFrom(name).select(selection).where(isAmong('id')).compile()),
    insertRows: defineInsert(name, insertColumns),
    page: defineStatement((db, argument) =>
      db
        .selectFrom(name)
        .select(selection)
        .where('shop_id', '=', argument('shopId'))
        .where('seq', '>', argument('seq'))
        .orderBy('seq')
        .limit(argument('limit') as number),
    ),
    head: defineStatement((db, argument) =>
      db
        .selectFrom(name)
        .select((eb) => eb.fn.max('seq').as('seq'))
        .where('shop_id', '=', argument('shopId')),
    ),
    updateRows: rememberByColumns((columns) => defineUpdate(name, columns)),
  }
}

/**
 * Caches statements per set of columns, because users tend to change the same fields. Beyond the limit statements are
 * compiled each time.
 */
function rememberByColumns(make: (columns: readonly string[]) => RowsStatement): (columns: readonly string[]) => RowsStatement {
  const statementByColumns = new Map<string, RowsStatement>()
  return (columns) => {
    const key = columns.join()
    const known = statementByColumns.get(key)
    if (known) return known
    const statement = make(columns)
    if (statementByColumns.size < 200) statementByColumns.set(key, statement)
    return statement
  }
}

export const tableByName: ReadonlyMap<CollectionName, Table> = new Map(collectionNames.map((name) => [name, toTable(name)]))

export function tableOf(name: CollectionName): Table {
  const table = tableByName.get(name)
  if (!table) throw new TypeError(`No such collection: ${name}`)
  return table
}

/** The column of a field; common columns are returned unchanged. */
export const columnOf = (table: Table, name: string): string => table.fieldByName.get(name)?.column ?? name
