/** Days for which a deletion can be undone, from its arrival at the server. */
export const restorableDays = 30

const dayMs = 24 * 60 * 60 * 1000

/** The instant from which on the row stays deleted. */
export const restorableUntil = (deletionReceivedAt: string): string => new Date(Date.parse(deletionReceivedAt) + restorableDays * dayMs).toISOString()

/** Deletions that arrived before this instant cannot be undone. */
export const restorableSince = (now: Date): string => new Date(now.getTime() - restorableDays * dayMs).toISOString()

/** `at`: when the person asked for it, also where the server hears of it later. */
export const isRestorable = (deletionReceivedAt: string, at: string): boolean => at <= restorableUntil(deletionReceivedAt)

export const tooOldToRestoreMessage = `This was deleted more than ${restorableDays} days ago and can no longer be brought back.`
