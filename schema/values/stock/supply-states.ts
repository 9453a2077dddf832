/** Where the part of an order's line is. */
export const supplyStates = ['none', 'to-order', 'ordered', 'arrived', 'returned'] as const
export type SupplyState = (typeof supplyStates)[number]

export const purchaseStates = ['draft', 'sent', 'received', 'cancelled'] as const
export type PurchaseState = (typeof purchaseStates)[number]
