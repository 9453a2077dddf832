import type { PackedSizes } from '../storage/packed/store-sizes.ts'

/** Few rows make many segments, and compaction comes at once. */
export const smallestPackedSizes: PackedSizes = {
  segmentRows: 4,
  segmentFromRows: 3,
  packFromRows: 2,
  idleRows: 2,
  busyRows: 8,
  idleMs: 5,
  pendingChars: 0,
  scanSegments: 1,
  sheetRows: 3,
}

/** The same with fewer steps, for many devices over many hours. */
export const smallPackedSizes: PackedSizes = {
  segmentRows: 8,
  segmentFromRows: 4,
  packFromRows: 2,
  idleRows: 6,
  busyRows: 16,
  idleMs: 5,
  pendingChars: 12_000,
  scanSegments: 3,
  sheetRows: 5,
}
