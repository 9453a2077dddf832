/** Days for which a deletion can be undone, from its arrival at the server. */
export const restorableDays = 30

const dayMs = 24 * 60 * 60 * 1000

export const restorableUntil = (deletionReceivedAt: string): string => new Date(Date.parse(deletionReceivedAt) + restorableDays * dayMs).toISOString()

export const restorableSince = (now: Date): string => new Date(now.getTime() - restorableDays * dayMs).toISOString()

/** `at`: time of the user's request, which may reach the server later. */
export const isRestorable = (deletionReceivedAt: string, at: string): boolean => at <= restorableUntil(deletionReceivedAt)

export const tooOldToRestoreMessage = `This was deleted more than ${restorableDays} days ago and can no longer be brought back.`
