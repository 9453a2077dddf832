import { Dexie } from 'dexie'
import type { OpeningNews } from '../storage/clearing/eviction.ts'
import { noteFirstSync } from './first-sync.ts'
import { rowsDatabaseName } from '../storage/row-database.ts'
import type { NotePort, Ports } from '../platform/ports.ts'
import { openLockName } from '../storage/wipe.ts'

const patienceMs = 2_000

const noteKey = (userId: string): string => `mainspring-rows-anew-${userId}`

/** At its next opening the device drops its rows and fetches them from the start; outbox, refused changes and drafts stay. */
export const askForRowsAnew = (notes: NotePort, userId: string): void => notes.write(noteKey(userId), '1')

export const otherTabsNotice = 'Another tab of Mainspring is open. Close the other tabs of this browser, then fetch the rows again.'
const notDroppedNotice = 'This browser could not remove the rows of this device. Restart it, then fetch the rows again.'

/**
 * The way out of a database of rows that is broken: it is deleted whole, so that nothing of it need be readable. Another tab
 * would go on from where it was and leave a gap, so there must be none. Runs inside the write lock, before the rows are opened.
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

/** @throws what the browser says, or an error when something holds the database open */
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
