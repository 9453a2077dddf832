import { Dexie } from 'dexie'
import type { OpeningNews } from '../storage/eviction.ts'
import { noteFirstSync } from './first-sync.ts'
import { rowsDatabaseName } from '../storage/row-database.ts'
import type { NotePort, Ports } from '../platform/ports.ts'
import { openLockName } from '../storage/wipe.ts'

const patienceMs = 2_000

const noteKey = (userId: string): string => `mainspring-rows-anew-${userId}`

/** At its next start the device drops its rows and fetches them again; outbox, refused changes and drafts stay. */
export const askForRowsAnew = (notes: NotePort, userId: string): void => notes.write(noteKey(userId), '1')

export const otherTabsNotice = 'Another tab of Mainspring is open. Close the other tabs of this browser, then load the data again.'
const notDroppedNotice = 'This browser could not remove the rows of this device. Restart it, then load the data again.'

/**
 * Recovers from a broken row database by deleting it unread. No other tab may be open: it would continue from its own
 * position and leave a gap. Call inside the write lock, before the rows are opened.
 */
export async function dropRowsIfAsked({ notes, locks }: Pick<Ports, 'notes' | 'locks'>, userId: string): Promise<OpeningNews> {
  if (notes.read(noteKey(userId)) === null) return {}
  notes.write(noteKey(userId), null)
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), patienceMs)
  let isAlone = false
  try {
    await locks.request(openLockName(userId), { signal: patience.signal }, async () => {
      isAlone = true
      clearTimeout(timer)
      await deleteInTime(rowsDatabaseName(userId))
    })
    noteFirstSync(notes, userId, true)
    return {}
  } catch {
    return { notice: isAlone ? notDroppedNotice : otherTabsNotice }
  } finally {
    clearTimeout(timer)
  }
}

/** @throws the browser's error, or an error if another connection blocks the deletion */
async function deleteInTime(name: string): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} is held open`)), patienceMs)
  })
  try {
    await Promise.race([Dexie.delete(name), late])
  } finally {
    clearTimeout(timer)
  }
}
