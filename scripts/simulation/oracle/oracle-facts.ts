/**
 * What the oracle knows of the product's rules, written down by hand, as SYNC.md has them: none of it is taken from the
 * product's code, so that a fault there is not repeated here.
 */

export type Policy = 'set' | 'sum' | 'text'

type Facts = {
  /** The row that it cannot be without, and what a deletion of that one does: `cascade` takes it along. */
  parent?: { field: string; of: string; whenItGoes: 'refuse' | 'cascade' }
  /** Fields that are not simply replaced. */
  policies: Record<string, Policy>
  /** What a row holds where nobody said. */
  initial: Record<string, boolean | number>
}

export const factsByCollection: Record<string, Facts> = {
  customers: { policies: { customerNotes: 'text' }, initial: { noMessages: false, taxExempt: false } },
  orders: {
    parent: { field: 'customerId', of: 'customers', whenItGoes: 'refuse' },
    policies: { issueDescription: 'text', additionalRequests: 'text', orderNotes: 'text' },
    initial: { priority: false, quoteFromLines: false },
  },
  payments: { parent: { field: 'orderId', of: 'orders', whenItGoes: 'cascade' }, policies: {}, initial: {} },
  attachments: { parent: { field: 'orderId', of: 'orders', whenItGoes: 'cascade' }, policies: {}, initial: { isStored: false } },
  products: {
    parent: { field: 'categoryHierarchyId', of: 'categories', whenItGoes: 'refuse' },
    policies: { inventoryCount: 'sum', description: 'text' },
    initial: { inventoryCount: 0 },
  },
  categories: { policies: {}, initial: {} },
  activities: { policies: {}, initial: {} },
}

export const collectionsOfAll = Object.keys(factsByCollection)

export const factsOf = (collection: string): Facts => {
  const facts = factsByCollection[collection]
  if (facts === undefined) throw new Error(`The oracle does not know ${collection}`)
  return facts
}

export const policyOf = (collection: string, field: string): Policy => factsOf(collection).policies[field] ?? 'set'
