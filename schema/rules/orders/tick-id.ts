import { v5 } from 'uuid'

export const toTickId = (orderId: string, itemId: string): string => v5(itemId, orderId)
