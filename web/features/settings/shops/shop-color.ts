/** In links a shop without a colour is grey. */
export const fallbackShopColor = '#6B7280'
