import type { Bootstrap } from '#schema/api/sync.ts'
import type { Contact } from './contact.ts'
import { type DeviceStore, readMeta, writeMeta } from './device-store.ts'
import type { NotePort, Ports } from './ports.ts'
import { emptyStoredRows } from './wipe.ts'
import { leftKey, lifeKey } from './work.ts'

const noteKey = (userId: string): string => `mainspring-held-${userId}`

/** Remembers, where the browser does not clear it with the databases, how many unsent changes they hold; null: none are here. */
export const noteHeld = (notes: NotePort, userId: string, unsent: number | null): void => notes.write(noteKey(userId), unsent === null ? null : String(unsent))

/**
 * The note outside of IndexedDB remembers that this user's data was here; if the database is new then, the browser removed it.
 * Rows that outlived their outbox go too: some show what was never sent, and nothing knows which. Runs inside the write
 * lock, before the rows are opened.
 */
export async function evictionNotice(ports: Pick<Ports, 'clock' | 'notes'>, store: DeviceStore, userId: string): Promise<Partial<Contact>> {
  const note = ports.notes.read(noteKey(userId))
  const hasLeft = (await readMeta<string>(store, leftKey)) !== undefined
  const isKnown = hasLeft || (await readMeta<string>(store, lifeKey)) !== undefined
  if (hasLeft || !isKnown) {
    await emptyStoredRows(userId)
    await writeMeta(store, lifeKey, ports.clock().toISOString())
    await store.meta.delete(leftKey)
  }
  const lastContact = (await readMeta<Bootstrap>(store, 'reference'))?.serverTime ?? null
  if (isKnown || note === null) return { lastContact }
  const lost = Number(note)
  noteHeld(ports.notes, userId, 0)
  const removed = 'The browser removed the local data of this device; it is being fetched again.'
  const unsent = lost === 1 ? ' 1 change that had not been sent was lost.' : ` ${lost} changes that had not been sent were lost.`
  return { lastContact, notice: lost > 0 ? removed + unsent : removed }
}
