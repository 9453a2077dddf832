import type { ColumnsRule } from './columns/column-sheet.ts'
import type { PackedDocument } from './packed-tables.ts'

/** How documents of one group are packed. */
export type PackedLayout = {
  /** What a packed row keeps, in order; the layout takes the rest from group and part. */
  fields: readonly string[]
  /** Fields by which rows are found from others. */
  foreign: readonly string[]
  partOf: (document: PackedDocument) => string
  /** What rows of a part are ordered by; ends with the primary key, so that no two are equal. */
  sortKeyOf: (document: PackedDocument) => string
  primaryOf: (sortKey: string) => string
  /** The primary key of a document, also of a plain one. */
  primaryIn: (document: PackedDocument) => string
  createdAtOf: (document: PackedDocument) => string
  /** Where the sort key begins with it. */
  createdAtOfKey?: ((sortKey: string) => string) | undefined
  toValues: (document: PackedDocument) => unknown[]
  /** Reads rows of segments that keep these fields, be they those of this layout or of another version of the app. */
  readerOf: (fields: readonly string[], part: string) => PackedReader
}

export type PackedReader = {
  toDocument: (values: readonly unknown[]) => PackedDocument
  /** The same without what RxDB keeps beside the fields. */
  toPlain: (values: readonly unknown[]) => Record<string, unknown>
}

/**
 * How the documents of one RxDB collection are divided into groups. `fit`: makes a document that another version of the app may have
 * stored one of this version. `columnsOf`: what is kept beside segments for whoever reads all rows.
 */
export type PackedLayouts = {
  groupOf: (primary: string) => string
  layoutOf: (group: string) => PackedLayout
  fit?: (group: string, document: PackedDocument) => PackedDocument
  columnsOf?: (group: string) => ColumnsRule | undefined
}

/** Any documents of any schema: whole, in one group, by their primary key. */
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
