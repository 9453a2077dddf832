import type { createTurns } from '../../turns.ts'

type Limits = Parameters<typeof createTurns>[0]

const waitMs = 20_000
const busyTakingFiles = { waitMs, refusal: 'The server is taking in many files right now. Please try again in a moment.', retryAfterSeconds: 5 }

/**
 * Bytes of bodies that are held in memory at once, from the first one read to the answer. A hundred tablets that come online with
 * photos: 120 of usual size are read at once, or 16 of the largest.
 */
export const uploadTurns: Limits = { total: 48_000_000, ofOne: 12_000_000, ofStrangers: { ...busyTakingFiles, maxWaiting: 200 } }

/** Bytes of tables that somebody imports: one for each person, two at once. */
export const largeBodyTurns: Limits = { total: 48_000_000, ofOne: 24_000_000, ofStrangers: { ...busyTakingFiles, maxWaiting: 10 } }

/** Whole exports, which read all rows of a shop: each person has one, and the server two at once. */
export const exportTurns: Limits = {
  total: 2,
  ofOne: 1,
  ofStrangers: { waitMs, maxWaiting: 10, refusal: 'Other exports are being made right now. Please try again in a minute.', retryAfterSeconds: 30 },
}
