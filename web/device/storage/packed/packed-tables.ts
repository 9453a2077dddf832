import { Dexie, type Table } from 'dexie'
import type { ShopCheckpoint } from '#schema/api/sync.ts'
import { toLasting } from '../lasting-database.ts'
import type { StoredColumns } from './columns/column-sheet.ts'

/**
 * Index of a segment, small enough to keep all in memory. Segments are immutable. `group`: rows of one kind; `part`:
 * those of one shop; `run`: segments of a part that do not overlap.
 */
export type SegmentHead = {
  no: number
  group: string
  part: string
  run: number
  count: number
  /** Least and greatest sort key. */
  first: string
  last: string
  /** Earliest and latest `createdAt`. */
  from: string
  until: string
  /** A hash per row's primary key, in row order. */
  hashes: Uint32Array
  /** The same per referencing field. */
  foreign: Record<string, Uint32Array>
}

/** The rows of a segment in sort-key order: JSON arrays of values, separated by commas. */
export type SegmentBody = {
  no: number
  fields: readonly string[]
  /** JSON array of the sort keys. */
  keys: string
  text: string
  /** Where each row's text ends. */
  ends: Uint32Array
}

/** A document in the form that RxDB passes to a storage. */
export type PackedDocument = { _deleted: boolean; _rev: string; _meta: { lwt: number }; _attachments: object } & Record<string, unknown>

/** A row that changed after its segment was written, or that is in none. A deleted one stays until it is purged. */
export type OverlayRow = {
  /** `group/primary` */
  id: string
  group: string
  part: string
  primary: string
  /** Number of the change that wrote it. */
  change: number
  /** The part whose segment holds an older state of the row; null if none does. */
  masks: string | null
  document: PackedDocument
}

/** Overlay rows that one change wrote, in one record; newer states of a row are stored separately. */
export type OverlayPack = { id: string; change: number; rows: readonly OverlayRow[] }

/** `change` grows with each writing transaction, `generation` with each that removes segments. */
export type PackedState = { key: 'state'; change: number; generation: number; nextNo: number }

/** One entry per shop, in the database that holds the rows. `fields`: names of the pulled fields. */
export type CheckpointEntry = { collection: string; shopId: string; fields: string } & ShopCheckpoint

export type PackedTables = Dexie & {
  heads: Table<SegmentHead, number>
  segments: Table<SegmentBody, number>
  overlay: Table<OverlayRow | OverlayPack, string>
  checkpoints: Table<CheckpointEntry, [string, string]>
  state: Table<PackedState, 'state'>
  notes: Table<{ key: string; value: unknown }, string>
}

const packedStores = {
  heads: 'no, group',
  segments: 'no',
  overlay: 'id, change, group',
  checkpoints: '[collection+shopId], collection',
  state: 'key',
  notes: 'key',
}

/**
 * Columns are in the segments table under text keys: no app version reads segments by such keys, and one that does not
 * know columns removes them as unlisted.
 */
export const columnsTable = ({ segments }: PackedTables): Table<StoredColumns, string> => segments as unknown as Table<StoredColumns, string>

export const emptyState: PackedState = { key: 'state', change: 0, generation: 0, nextNo: 0 }

/** Random start: after a database was emptied under an open page, no number that the page knows may be reused. */
export const firstState = (): PackedState => ({ key: 'state', change: 0, generation: anyNumber(), nextNo: anyNumber() })

const anyNumber = (): number => 1 + Math.floor(Math.random() * 2 ** 48)

/** Durability is relaxed and an upgrade clears all tables, as rows can be pulled again. */
export function declarePackedTables(name: string, version: number): PackedTables {
  const database = toLasting(new Dexie(name, { chromeTransactionDurability: 'relaxed' }) as PackedTables)
  database
    .version(version)
    .stores(packedStores)
    .upgrade((transaction) => Promise.all(Object.keys(packedStores).map((name) => transaction.table(name).clear())))
  return database
}
