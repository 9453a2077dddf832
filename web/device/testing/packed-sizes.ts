import type { PackedSizes } from '../storage/packed/store-sizes.ts'

/** Small: few rows make many segments and trigger a compaction. */
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

/** Longer than any test; ten times as much still fits a timer (2^31 ms at most, else it fires at once). */
export const neverIdleMs = 1e8

/** As small, but compacts only when a test says so. */
export const stillPackedSizes: PackedSizes = { ...smallestPackedSizes, idleRows: 1e9, busyRows: 1e9, idleMs: neverIdleMs }

/** Small with fewer compactions, for many devices over many hours. */
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
