import { Dexie, type Table } from 'dexie'
import type { ShopCheckpoint } from '#schema/api/sync.ts'
import { toLasting } from '../clearing/lasting-database.ts'
import type { StoredColumns } from './columns/column-sheet.ts'

/**
 * What a segment holds, small enough that all of them stay in memory. A segment never changes: other content is another segment.
 * `group` holds rows of one kind, `part` those of one shop among them; runs of a part are numbered, and segments of one run do
 * not overlap.
 */
export type SegmentHead = {
  no: number
  group: string
  part: string
  run: number
  count: number
  /** The least and the greatest sort key. */
  first: string
  last: string
  /** The earliest and the latest `createdAt`. */
  from: string
  until: string
  /** A hash of each row's primary key, in the order of the rows. */
  hashes: Uint32Array
  /** The same of the fields by which other rows are found. */
  foreign: Record<string, Uint32Array>
}

/** The rows of a segment, in the order of their sort keys: one JSON list of values each, and a comma between two. */
export type SegmentBody = {
  no: number
  fields: readonly string[]
  /** JSON list of the sort keys. */
  keys: string
  text: string
  /** Where each row's text ends. */
  ends: Uint32Array
}

/** A document as a storage of RxDB is given it. */
export type PackedDocument = { _deleted: boolean; _rev: string; _meta: { lwt: number }; _attachments: object } & Record<string, unknown>

/** A row that changed since its segment was written, or that is in none. A deleted one stays until it is purged. */
export type OverlayRow = {
  /** `group/primary` */
  id: string
  group: string
  part: string
  primary: string
  /** The change of the database that wrote it. */
  change: number
  /** The part whose segment holds an older state of the row; null where none does. */
  masks: string | null
  document: PackedDocument
}

/** Rows of the overlay that one change wrote, in one record: a state of one of them that is newer lies elsewhere. */
export type OverlayPack = { id: string; change: number; rows: readonly OverlayRow[] }

/** `change` grows with each transaction that writes, `generation` with each that takes segments away. */
export type PackedState = { key: 'state'; change: number; generation: number; nextNo: number }

/** A checkpoint stands in the very database that holds the collection's rows, one entry for each shop. `fields`: those that were pulled. */
export type CheckpointEntry = { collection: string; shopId: string; fields: string } & ShopCheckpoint

export type PackedTables = Dexie & {
  heads: Table<SegmentHead, number>
  segments: Table<SegmentBody, number>
  overlay: Table<OverlayRow | OverlayPack, string>
  checkpoints: Table<CheckpointEntry, [string, string]>
  state: Table<PackedState, 'state'>
  notes: Table<{ key: string; value: unknown }, string>
}

export const packedStores = {
  heads: 'no, group',
  segments: 'no',
  overlay: 'id, change, group',
  checkpoints: '[collection+shopId], collection',
  state: 'key',
  notes: 'key',
}

/**
 * Columns lie in the table of the segments, under keys that are texts: no version of the app reads a segment by such a key, and one that
 * does not know columns takes them for leftovers.
 */
export const columnsTable = ({ segments }: PackedTables): Table<StoredColumns, string> => segments as unknown as Table<StoredColumns, string>

/** Nothing was written yet. */
export const emptyState: PackedState = { key: 'state', change: 0, generation: 0, nextNo: 0 }

/**
 * Numbers begin anywhere: where a database was emptied under a page, no number that it knows may mean something else now.
 */
export const firstState = (): PackedState => ({ key: 'state', change: 0, generation: anyNumber(), nextNo: anyNumber() })

const anyNumber = (): number => 1 + Math.floor(Math.random() * 2 ** 48)

/** Rows can be pulled again, so that a power cut may take the newest of them, and a raised `version` all of them. */
export function declarePackedTables(name: string, version: number): PackedTables {
  const database = toLasting(new Dexie(name, { chromeTransactionDurability: 'relaxed' }) as PackedTables)
  database
    .version(version)
    .stores(packedStores)
    .upgrade((transaction) => Promise.all(Object.keys(packedStores).map((name) => transaction.table(name).clear())))
  return database
}
