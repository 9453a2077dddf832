import type { CollectionName } from '#schema/collections/index.ts'
import type { ServerRow } from './rows.ts'

/**
 * Shows rows as the server has them before they are stored. What it answers is called when they are, or when they will not be: from
 * then on what is stored counts.
 */
export type ShowEarly = (collection: CollectionName, rows: readonly ServerRow[]) => () => Promise<void>
