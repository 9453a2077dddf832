import { z } from 'zod'
import type { CollectionName } from '../collections/index.ts'

/** Collections whose rows users can restore; rows deleted with one return with it. */
export const restorableCollections = [
  'orders',
  'customers',
  'tasks',
  'payments',
  'costs',
  'assets',
  'order_lines',
  'estimates',
  'order_notes',
] as const satisfies readonly CollectionName[]

export type RestorableCollection = (typeof restorableCollections)[number]

export const isRestorableCollection = (name: string): name is RestorableCollection => (restorableCollections as readonly string[]).includes(name)

export type { DeletedPage, DeletedRow, WentWith } from './answers/deleted-answers.ts'

export const deletedPageSize = 50

export const deletedQuery = z.object({
  before: z.coerce
    .number({ error: 'before must be a number' })
    .int({ error: 'before must be a number' })
    .min(1, { error: 'before must be a number' })
    .optional(),
  collection: z.enum(restorableCollections, { error: `collection must be one of ${restorableCollections.join(', ')}` }).optional(),
  search: z.string().max(200).default(''),
})
