import { baseKeys, type BaseDocument, isTombstone, localKeyToText, type WireDocument } from '#schema/collection.ts'
import { collectionByName, type CollectionName, isCollectionName } from '#schema/collections/index.ts'

/** Field values are scalars; a list is stored as JSON text. */
export type Scalar = string | number | boolean | null

/** A row on the device: the wire's fields and the local sort keys. */
export type Row = BaseDocument & { [field: string]: Scalar }

/** A row with RxDB's metadata. A deleted row keeps its content until it is purged. */
export type StoredRow = Row & { rowKey: RowKey; _deleted: boolean; _rev: string; _meta: { lwt: number }; _attachments: Record<string, never> }

export type RowRef = { collection: CollectionName; id: string }

/** Identifies a row across collections, in maps and in the outbox. */
export type RowKey = `${CollectionName}/${string}`

export const rowKey = (collection: CollectionName, id: string): RowKey => `${collection}/${id}`

/** False for a collection that this version of the app does not have. */
export const isKnownKey = (key: RowKey): boolean => isCollectionName(key.slice(0, key.indexOf('/')))

export function keyToRef(key: RowKey): RowRef {
  const slash = key.indexOf('/')
  const collection = key.slice(0, slash)
  if (!isCollectionName(collection)) throw new RangeError(`Not a row key: ${key}`)
  return { collection, id: key.slice(slash + 1) }
}

type FieldPlan = { name: string; initial: Scalar; isList: boolean }
type RowPlan = { fields: FieldPlan[]; localKeys: [name: string, keyOf: (row: Row) => string][] }

const planByCollection = new Map<CollectionName, RowPlan>()

function planOf(collection: CollectionName): RowPlan {
  let plan = planByCollection.get(collection)
  if (plan === undefined) {
    const { fields, localKeys } = collectionByName[collection]
    plan = {
      fields: Object.entries(fields)
        .filter(([, field]) => !field.secret)
        .map(([name, field]) => ({ name, initial: initialOf(field), isList: field.kind === 'numbers' || field.kind === 'json' })),
      localKeys: Object.entries(localKeys).map(([name, key]) => [name, localKeyToText(key)]),
    }
    planByCollection.set(collection, plan)
  }
  return plan
}

const emptyByKind = { text: '', id: '', instant: '', json: '[]', numbers: '[]', boolean: false, integer: 0, money: 0, quantity: 0, percent: 0 } as const

const initialOf = (field: { initial: unknown; nullable: boolean; kind: keyof typeof emptyByKind }): Scalar =>
  field.kind !== 'numbers' && field.initial !== undefined ? (field.initial as Scalar) : field.nullable ? null : emptyByKind[field.kind]

/** Takes the fields that this version knows, in a fixed order, and adds the local sort keys. */
export function documentToRow(collection: CollectionName, document: BaseDocument & Record<string, unknown>): Row {
  const plan = planOf(collection)
  const { id, shopId, createdAt, updatedAt, seq } = document
  const row: Row = { id, shopId, createdAt, updatedAt, seq }
  for (const { name, initial, isList } of plan.fields) {
    const value = document[name]
    row[name] = value === undefined ? initial : isList && value !== null && typeof value !== 'string' ? JSON.stringify(value) : (value as Scalar)
  }
  for (const [name, keyOf] of plan.localKeys) row[name] = keyOf(row)
  return row
}

/**
 * Converts a row stored by another version of the app: missing fields get their initial value, unknown ones are
 * dropped. If a field was missing, any server state of the row counts as newer.
 */
export function fitRow(collection: CollectionName, row: Row): Row {
  const fitted = documentToRow(collection, row)
  return lacksFields(collection, row) ? { ...fitted, seq: 0 } : fitted
}

export const lacksFields = (collection: CollectionName, row: object): boolean => planOf(collection).fields.some(({ name }) => !(name in row))

/** Field names of the collection besides the base keys. */
export const fieldNamesOf = (collection: CollectionName): string[] => planOf(collection).fields.map(({ name }) => name)

/** Strips RxDB's metadata. */
export function storedToRow(stored: StoredRow): Row {
  const { rowKey: _rowKey, _deleted, _rev, _meta, _attachments, ...row } = stored
  return row
}

export function rowsAreEqual(collection: CollectionName, a: Row, b: Row): boolean {
  for (const name of baseKeys) if (name !== '_deleted' && a[name] !== b[name]) return false
  return planOf(collection).fields.every(({ name }) => a[name] === b[name])
}

/** The server's state of a row; `row` is null if the server has none. */
export type ServerRow = { id: string; row: Row | null; seq: number | undefined }

export function wireToServerRow(collection: CollectionName, document: WireDocument): ServerRow {
  if (isTombstone(document)) return { id: document.id, row: null, seq: document.seq }
  return { id: document.id, row: documentToRow(collection, document), seq: document.seq }
}
