import type { ColumnsRule } from './columns/column-sheet.ts'
import type { PackedDocument } from './packed-tables.ts'

export type PackedLayout = {
  /** Fields stored per row, in order; the rest follows from group and part. */
  fields: readonly string[]
  /** Fields that reference other rows, indexed for lookup. */
  foreign: readonly string[]
  partOf: (document: PackedDocument) => string
  /** Order within a part; ends with the primary key, so that it is unique. */
  sortKeyOf: (document: PackedDocument) => string
  primaryOf: (sortKey: string) => string
  /** The primary key of a document, also without RxDB's metadata. */
  primaryIn: (document: PackedDocument) => string
  createdAtOf: (document: PackedDocument) => string
  /** Set if the sort key begins with `createdAt`. */
  createdAtOfKey?: ((sortKey: string) => string) | undefined
  toValues: (document: PackedDocument) => unknown[]
  /** A reader for segments with these fields, of this or another app version. */
  readerOf: (fields: readonly string[], part: string) => PackedReader
}

type PackedReader = {
  toDocument: (values: readonly unknown[]) => PackedDocument
  /** Without RxDB's metadata. */
  toPlain: (values: readonly unknown[]) => Record<string, unknown>
}

/**
 * How an RxDB collection is divided into groups. `fit` converts a document of another app version; `columnsOf` defines
 * columns stored beside segments.
 */
export type PackedLayouts = {
  groupOf: (primary: string) => string
  layoutOf: (group: string) => PackedLayout
  fit?: (group: string, document: PackedDocument) => PackedDocument
  columnsOf?: (group: string) => ColumnsRule | undefined
}

/** Layout for documents of any schema: stored whole, in one group, by primary key. */
export function plainLayouts(group: string, primaryPath: string): PackedLayouts {
  const layout: PackedLayout = {
    fields: ['document'],
    foreign: [],
    partOf: () => '',
    sortKeyOf: (document) => String(document[primaryPath]),
    primaryOf: (sortKey) => sortKey,
    primaryIn: (document) => String(document[primaryPath]),
    createdAtOf: () => '',
    toValues: (document) => [document],
    readerOf: () => ({ toDocument: ([document]) => document as PackedDocument, toPlain: ([document]) => document as PackedDocument }),
  }
  return { groupOf: () => group, layoutOf: () => layout }
}
