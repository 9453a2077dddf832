const fragment = '#orders'

/** A shop page's address with a customer's orders open, which asks for a code. */
export const toAllOrders = (shopCode: string): string => `/${encodeURIComponent(shopCode)}${fragment}`

export const isAllOrders = (hash: string): boolean => hash === fragment
