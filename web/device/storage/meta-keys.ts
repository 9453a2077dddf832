// Keys of the store's `meta` that several modules read or write. Databases of all versions hold them by these names.

export const bootstrapKey = 'reference'
export const clockOffsetKey = 'clockOffsetMs'
export const outboxVersionKey = 'outboxVersion'
/** Rises when the write lock is taken from a tab that stands still. */
export const writeFenceKey = 'writeFence'
/** Up to which position mutations may have been sent: at least every batch in which something was deleted is noted. */
export const offeredKey = 'outboxOffered'
