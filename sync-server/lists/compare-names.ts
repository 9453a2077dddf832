const nameOrder = new Intl.Collator('en', { sensitivity: 'base' })

/** Like `localeCompare`, which would create a collator per comparison. */
export const compareNames = (one: string, other: string): number => nameOrder.compare(one, other)
