/** Tests and the simulation take small ones, so that few rows make many segments. */
export type PackedSizes = {
  /** Rows of one segment at most: one read of a few milliseconds. */
  segmentRows: number
  /** So many new rows of one part make a segment; fewer go into the overlay. */
  segmentFromRows: number
  /** So many rows that one change brings into the overlay lie there in one record. */
  packFromRows: number
  /** So many rows of the overlay are put among the segments when nothing else happens. */
  idleRows: number
  /** So many do not wait for that. */
  busyRows: number
  /** How long nothing was written, in milliseconds. */
  idleMs: number
  /** Characters of new segments that a compaction holds in memory; it stores them before they are named when there are more. */
  pendingChars: number
  /** Segments that a scan reads in one transaction. */
  scanSegments: number
  /** Rows of one record of columns: one of more than 64 kB lies in a file of its own in some browsers, and is read several times as slowly. */
  sheetRows: number
}

export const defaultPackedSizes: PackedSizes = {
  segmentRows: 1_000,
  segmentFromRows: 200,
  packFromRows: 16,
  idleRows: 200,
  busyRows: 4_000,
  idleMs: 1_500,
  pendingChars: 1_000_000,
  scanSegments: 4,
  sheetRows: 250,
}
