import type { PackedSizes } from '../storage/packed/packed-store.ts'

/** Few rows make many segments, and compaction comes at once. */
export const smallestPackedSizes: PackedSizes = { segmentRows: 4, segmentFromRows: 3, idleRows: 2, busyRows: 8, idleMs: 5 }
