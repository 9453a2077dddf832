// Keys of the store's `meta` that several modules read or write.

export const bootstrapKey = 'reference'
export const clockOffsetKey = 'clockOffsetMs'
export const outboxVersionKey = 'outboxVersion'
/** Of a shop each: numbers that this device may give. */
export const numberLeasePrefix = 'numbers/'
/** Of an order each: that it has another number than its paper may say. */
export const renumberedPrefix = 'renumbered/'
/** Rises when the write lock is taken from a tab that stands still. */
export const writeFenceKey = 'writeFence'
/** Up to which position mutations may have been sent: at least every batch in which something was deleted is noted. */
export const offeredKey = 'outboxOffered'
