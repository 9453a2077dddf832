import { v5 } from 'uuid'

/** A tick's id is derived from its order and its item, so that the ticks of two devices are one row. */
export const toTickId = (orderId: string, itemId: string): string => v5(itemId, orderId)
