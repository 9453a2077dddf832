const nameOrder = new Intl.Collator('en', { sensitivity: 'base' })

/** As `localeCompare` with the same options does, which would make a collator for each of half a million comparisons. */
export const compareNames = (one: string, other: string): number => nameOrder.compare(one, other)
