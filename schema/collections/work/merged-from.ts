import { optionalReference, secret } from '../../fields.ts'

/** Whose the row was before a merge gave it to the customer that stayed: it goes back when that customer is restored. */
export const mergedFrom = () => secret(optionalReference('Merged from', 'customers', { onParentDelete: { action: 'keep' } }))
