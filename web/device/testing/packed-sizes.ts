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

/** An idle time that no test lives to see; ten times as much is still a timer's number (2^31 milliseconds at most, or it rings at once). */
export const neverIdleMs = 1e8

/** Small as above, and nothing is put in order but by a step of the test. */
export const stillPackedSizes: PackedSizes = { ...smallestPackedSizes, idleRows: 1e9, busyRows: 1e9, idleMs: neverIdleMs }

/** Small with fewer steps, for many devices over many hours. */
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
