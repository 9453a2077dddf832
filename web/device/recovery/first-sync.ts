import type { Bootstrap } from '#schema/api/sync.ts'
import { readableCollections } from '#schema/rules/access/access.ts'
import type { LocalDatabase } from '../storage/row-database.ts'
import type { NotePort } from '../platform/ports.ts'
import { leavingEpoch } from '../storage/rows/checkpoint-table.ts'

/**
 * Stored when the first download begins and when it ends: a page that closes in between must not report "synced" or
 * empty lists at its next start.
 */
const noteKey = (userId: string): string => `mainspring-first-sync-${userId}`

export const isFirstSyncOpen = (notes: NotePort, userId: string): boolean => notes.read(noteKey(userId)) !== null

export const noteFirstSync = (notes: NotePort, userId: string, isOpen: boolean): void => notes.write(noteKey(userId), isOpen ? 'open' : null)

/** True if a readable feed has no checkpoint here, or only one of the leaving epoch. */
export async function lacksFeeds(database: LocalDatabase, { privileges, shops }: Pick<Bootstrap, 'privileges' | 'shops'>): Promise<boolean> {
  const readable = readableCollections(new Set(privileges))
  const checkpoints = await database.readCheckpoints()
  return database.collections.some(
    (name) => readable.includes(name) && shops.some(({ id }) => (checkpoints.get(name)?.[id]?.epoch ?? leavingEpoch) === leavingEpoch),
  )
}

export async function countRows(database: LocalDatabase, known: Pick<Bootstrap, 'shops'> | null): Promise<number> {
  let rows = 0
  for (const { id } of known?.shops ?? []) for (const name of database.collections) rows += await database.count(name, id)
  return rows
}
