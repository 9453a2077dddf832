import type { CollectionName } from '#schema/collections/index.ts'
import type { ServerRow } from './rows.ts'

/** Shows server rows before they are stored. Call the result when they are stored or discarded: from then on the stored rows show. */
export type ShowEarly = (collection: CollectionName, rows: readonly ServerRow[]) => () => Promise<void>
