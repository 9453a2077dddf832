/** In links a shop without a colour is grey (CONST-30). */
export const fallbackShopColor = '#6B7280'
