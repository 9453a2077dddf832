import { z } from 'zod'
import type { CollectionName } from '../collections/index.ts'

/** Kinds of rows that people bring back from the list; what goes with one of them comes back with it. */
export const restorableCollections = ['orders', 'customers', 'tasks', 'payments', 'costs'] as const satisfies readonly CollectionName[]

export type RestorableCollection = (typeof restorableCollections)[number]

export const isRestorableCollection = (name: string): name is RestorableCollection => (restorableCollections as readonly string[]).includes(name)

/** Rows of one collection that went with a deleted row. */
export type WentWith = { collection: CollectionName; count: number }

export type DeletedRow = {
  collection: RestorableCollection
  id: string
  /** What people know it by: device, name, description, amount; of a long text its beginning. */
  title: string
  /** Customer of an order, phone of a customer, order and note of the rest; in this order, without empty ones. */
  details: string[]
  /** Instant of the act. */
  deletedAt: string
  /** Name of the person; null when a program did it. */
  deletedBy: string | null
  /** Instant. */
  restorableUntil: string
  wentWith: WentWith[]
  /** Deleted as well, and without it this row cannot come back. The title is missing where the caller may not bring that one back. */
  needs: { collection: RestorableCollection; id: string; title: string | null } | null
}

export type DeletedPage = {
  rows: DeletedRow[]
  /** `before` of the next page; null at the end. */
  next: number | null
}

export const deletedPageSize = 50

export const deletedQuery = z.object({
  before: z.coerce.number({ error: 'before must be a number' }).int({ error: 'before must be a number' }).min(1, { error: 'before must be a number' }).optional(),
  collection: z.enum(restorableCollections, { error: `collection must be one of ${restorableCollections.join(', ')}` }).optional(),
  search: z.string().max(200).default(''),
})
