/** For links of a shop without a colour. */
export const fallbackShopColor = '#6B7280'
