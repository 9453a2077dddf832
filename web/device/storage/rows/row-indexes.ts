import type { LocalKey } from '#schema/collection.ts'
import { collectionByName, type CollectionName } from '#schema/collections/index.ts'
import type { Row } from '../../rows/rows.ts'

/** The index that tells living rows from deleted ones, and how a row stands in it: the collection's first own one, else by id. */
export function livingIndexOf(name: CollectionName): { index: string; keyOf: (row: Row) => string[] } {
  const fields = [...(collectionByName[name].localIndexes[0] ?? []), 'id']
  return { index: `[_deleted+${fields.join('+')}]`, keyOf: (row) => ['0', ...fields.map((field) => String(row[field]))] }
}

/** A bound of an IndexedDB key; the empty list comes after every text. */
export type IndexBound = string | readonly []

export const isIndexedByShop = (name: CollectionName): boolean => collectionByName[name].localIndexes[0]?.[0] === 'shopId'

/** As the index of the shop orders its rows. */
export function byShopIndex(name: CollectionName): (a: Row, b: Row) => number {
  const { keyOf } = livingIndexOf(name)
  return (a, b) => {
    const [keyA, keyB] = [keyOf(a).join(), keyOf(b).join()]
    return keyA < keyB ? -1 : keyA > keyB ? 1 : 0
  }
}

/** The field whose own index finds rows by the given one; undefined without one. */
export function indexedFieldFor(name: CollectionName, field: string): string | undefined {
  const { localIndexes, localKeys } = collectionByName[name]
  const keys: Record<string, LocalKey> = localKeys
  return localIndexes.find((fields) => fields.length === 1 && (fields[0] === field || keys[fields[0] ?? '']?.standsFor === field))?.[0]
}

/** Of what RxDB declares for its table: the key, and the indexes that are read. */
export function usedIndexes(declared: string): string {
  const [primary = 'id', ...indexes] = declared.split(',').map((index) => index.trim())
  const own = indexes.filter((index) => index.startsWith('[_deleted+') && index !== '[_deleted+id]')
  return [primary, ...(own.length > 0 ? own : ['[_deleted+id]'])].join(', ')
}
