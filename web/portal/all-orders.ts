const fragment = '#orders'

/** The address of a shop's page with the list of a customer's orders open, which asks for a code. */
export const toAllOrders = (shopCode: string): string => `/${encodeURIComponent(shopCode)}${fragment}`

export const isAllOrders = (hash: string): boolean => hash === fragment
