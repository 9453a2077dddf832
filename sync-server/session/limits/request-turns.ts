import type { createTurns } from '../../turns.ts'

type Limits = Parameters<typeof createTurns>[0]

const waitMs = 20_000
const busyTakingFiles = { waitMs, refusal: 'The server is taking in many files right now. Please try again in a moment.', retryAfterSeconds: 5 }

/**
 * Bytes of request bodies held in memory at once, from the first read to the answer: about 120 photos of usual size, or
 * 16 of the largest.
 */
export const uploadTurns: Limits = { total: 48_000_000, ofOne: 12_000_000, ofStrangers: { ...busyTakingFiles, maxWaiting: 200 } }

/** Bytes of imported tables: one per user, two at once. */
export const largeBodyTurns: Limits = { total: 48_000_000, ofOne: 24_000_000, ofStrangers: { ...busyTakingFiles, maxWaiting: 10 } }

/** Full exports: one per user, two at once. */
export const exportTurns: Limits = {
  total: 2,
  ofOne: 1,
  ofStrangers: { waitMs, maxWaiting: 10, refusal: 'Other exports are being made right now. Please try again in a minute.', retryAfterSeconds: 30 },
}
