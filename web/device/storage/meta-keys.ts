export const bootstrapKey = 'reference'
export const clockOffsetKey = 'clockOffsetMs'
export const outboxVersionKey = 'outboxVersion'
/** Per shop: numbers that this device may assign. */
export const numberLeasePrefix = 'numbers/'
/** Per order: its number differs from the one that may be printed. */
export const renumberedPrefix = 'renumbered/'
/** Increases when the write lock is taken from a frozen tab. */
export const writeFenceKey = 'writeFence'
/** Position up to which mutations may have been sent; every batch with a deletion is noted. */
export const offeredKey = 'outboxOffered'
