import type { Field } from '#schema/field.ts'
import { collectionByName, type CollectionName, isCollectionName } from '#schema/collections/index.ts'
import { fieldNamesOf, fitRow, keyToRef, lacksFields, type Row, rowKey, type RowKey, type StoredRow, storedToRow } from '../../rows/rows.ts'
import { listColumns } from './list-columns.ts'
import type { PackedLayout, PackedLayouts } from '../packed/packed-layout.ts'
import { hasSameFields } from '../packed/packed-segment.ts'
import type { PackedDocument } from '../packed/packed-tables.ts'

/** One RxDB collection holds the rows of all collections, a group for each. */
export const rowsCollection = 'rows'

export const groupOfCollection = (collection: CollectionName): string => `${rowsCollection}/${collection}`

/** Sorts before every character of a text. */
const separator = '\u0000'

const noAttachments = {}
const packedMeta = { lwt: 1 }

const layoutByName = new Map<CollectionName, PackedLayout>()

/** The sort fields of a shop's rows: those after `shopId` in the collection's first index. */
function orderFieldsOf(collection: CollectionName): readonly string[] {
  const [first = []] = collectionByName[collection].localIndexes
  return first[0] === 'shopId' ? first.slice(1) : []
}

function foreignFieldsOf(collection: CollectionName): string[] {
  const fields: Record<string, Pick<Field, 'reference'>> = collectionByName[collection].fields
  return Object.entries(fields).flatMap(([name, { reference }]) => (reference !== undefined && isCollectionName(reference.collection) ? [name] : []))
}

function toLayout(collection: CollectionName): PackedLayout {
  const order = orderFieldsOf(collection)
  const { localKeys } = collectionByName[collection]
  return {
    fields: ['_rev', 'id', 'createdAt', 'updatedAt', 'seq', ...fieldNamesOf(collection), ...Object.keys(localKeys)],
    foreign: foreignFieldsOf(collection),
    partOf: (document) => String(document['shopId']),
    sortKeyOf: (document) => [...order.map((field) => String(document[field])), String(document['id'])].join(separator),
    primaryOf: (sortKey) => rowKey(collection, sortKey.slice(sortKey.lastIndexOf(separator) + 1)),
    primaryIn: (document) => rowKey(collection, String(document['id'])),
    createdAtOf: (document) => String(document['createdAt']),
    createdAtOfKey: order[0] === 'createdAt' ? (sortKey) => sortKey.slice(0, sortKey.indexOf(separator)) : undefined,
    toValues(document) {
      return this.fields.map((field) => document[field])
    },
    readerOf(fields, part) {
      const toDocument = (values: readonly unknown[]): PackedDocument => {
        const document: PackedDocument = { _deleted: false, _rev: '', _meta: packedMeta, _attachments: noAttachments, shopId: part }
        for (let index = 0; index < fields.length; index++) document[fields[index] ?? ''] = values[index]
        document['rowKey'] = rowKey(collection, String(document['id']))
        return document
      }
      const toPlain = (values: readonly unknown[]): Record<string, unknown> => {
        const row: Record<string, unknown> = { shopId: part }
        for (let index = 1; index < fields.length; index++) row[fields[index] ?? ''] = values[index]
        return row
      }
      if (hasSameFields(this.fields, fields)) return { toDocument, toPlain }
      return { toDocument: (values) => fitDocument(collection, toDocument(values)), toPlain: (values) => fitRow(collection, toPlain(values) as Row) }
    },
  }
}

function fitDocument(collection: CollectionName, document: PackedDocument): PackedDocument {
  const stored = document as unknown as StoredRow
  return rowToDocument(collection, fitRow(collection, storedToRow(stored)), stored._deleted, stored)
}

function layoutOfCollection(collection: CollectionName): PackedLayout {
  let layout = layoutByName.get(collection)
  if (layout === undefined) layoutByName.set(collection, (layout = toLayout(collection)))
  return layout
}

/** One group per collection, one part per shop, in the collection's list order. */
export const rowLayouts: PackedLayouts = {
  groupOf: (primary) => groupOfCollection(keyToRef(primary as RowKey).collection),
  layoutOf(group) {
    const name = group.slice(rowsCollection.length + 1)
    if (!isCollectionName(name)) throw new RangeError(`There is no collection ${name}`)
    return layoutOfCollection(name)
  },
  fit(group, document) {
    const name = group.slice(rowsCollection.length + 1)
    return isCollectionName(name) && lacksFields(name, document) ? fitDocument(name, document) : document
  },
  columnsOf(group) {
    const name = group.slice(rowsCollection.length + 1)
    return isCollectionName(name) ? listColumns[name] : undefined
  },
}

/** Converts a new row in place. */
export const rowToNewDocument = (collection: CollectionName, row: Row, revision: string): StoredRow =>
  Object.assign(row, { rowKey: rowKey(collection, row.id), _deleted: false, _attachments: noAttachments, _meta: packedMeta, _rev: revision })

/** RxDB sets the revision of a new row. */
export const rowToDocument = (collection: CollectionName, row: Row, isDeleted: boolean, previous?: StoredRow): StoredRow =>
  ({
    ...row,
    rowKey: rowKey(collection, row.id),
    _deleted: isDeleted,
    _attachments: {},
    _meta: previous?._meta ?? { lwt: 1 },
    _rev: previous?._rev ?? '',
  }) as StoredRow
