/** 'My_Shop_Customers_2026-03-01.csv', as the report's file is named (REP-15). */
export const toListFileName = (shopName: string | undefined, what: string, today: string): string =>
  `${[shopName, what]
    .filter((part) => part !== undefined)
    .join(' ')
    .replace(/[^A-Za-z0-9]+/g, '_')}_${today}.csv`
