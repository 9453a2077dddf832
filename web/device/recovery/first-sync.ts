import type { Bootstrap } from '#schema/api/sync.ts'
import { readableCollections } from '#schema/rules/access/access.ts'
import type { LocalDatabase } from '../storage/row-database.ts'
import type { NotePort } from '../platform/ports.ts'
import { leavingEpoch } from '../storage/checkpoint-marks.ts'

/**
 * Whether everything has been fetched once. A page that is closed or dies in the middle of its first download must not call
 * itself synced, nor its half lists empty, when it is opened again: so it is noted when that begins, and when it has ended.
 */
const noteKey = (userId: string): string => `mainspring-first-sync-${userId}`

export const isFirstSyncOpen = (notes: NotePort, userId: string): boolean => notes.read(noteKey(userId)) !== null

export const noteFirstSync = (notes: NotePort, userId: string, isOpen: boolean): void => notes.write(noteKey(userId), isOpen ? 'open' : null)

/** True while this device has not begun to fetch something that the person may hold, or lost some of it and has not begun again. */
export async function lacksFeeds(database: LocalDatabase, { privileges, shops }: Pick<Bootstrap, 'privileges' | 'shops'>): Promise<boolean> {
  const readable = readableCollections(new Set(privileges))
  const checkpoints = await database.readCheckpoints()
  return database.collections.some(
    (name) => readable.includes(name) && shops.some(({ id }) => (checkpoints.get(name)?.[id]?.epoch ?? leavingEpoch) === leavingEpoch),
  )
}

/** Rows of the person's shops that are here. */
export async function countRows(database: LocalDatabase, known: Pick<Bootstrap, 'shops'> | null): Promise<number> {
  let rows = 0
  for (const { id } of known?.shops ?? []) for (const name of database.collections) rows += await database.count(name, id)
  return rows
}
