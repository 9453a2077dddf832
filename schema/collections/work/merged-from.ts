import { optionalReference, secret } from '../../fields.ts'

/** Owner of the row before a customer merge; the row returns when that customer is restored. */
export const mergedFrom = () => secret(optionalReference('Merged from', 'customers', { onParentDelete: { action: 'keep' } }))
