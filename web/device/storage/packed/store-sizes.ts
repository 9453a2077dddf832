/** Tests and the simulation use small sizes, so that few rows make many segments. */
export type PackedSizes = {
  /** Rows per segment at most: a read of a few milliseconds. */
  segmentRows: number
  /** New rows of one part that make a segment; fewer go into the overlay. */
  segmentFromRows: number
  /** Rows of one change that share one overlay record. */
  packFromRows: number
  /** Overlay rows that trigger a compaction at idle time. */
  idleRows: number
  /** Overlay rows that trigger a compaction at once. */
  busyRows: number
  /** Milliseconds without a write that count as idle. */
  idleMs: number
  /** Characters of new segments that a compaction holds in memory; beyond that it stores them unlisted. */
  pendingChars: number
  /** Segments read per transaction of a scan. */
  scanSegments: number
  /** Rows per column record: some browsers store records above 64 kB in separate files, which read several times slower. */
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
