import type { Bootstrap } from '#schema/api/sync.ts'
import { lifeKey } from './cleared-store.ts'
import { bootstrapKey } from '../meta-keys.ts'
import { type DeviceStore, writeMeta } from '../unsent-store.ts'
import type { NotePort, Ports } from '../../platform/ports.ts'
import { emptyStoredRows } from '../wipe.ts'
import { leftKey, madeAtKey } from '../stored-work.ts'

/** What a device that opens has to say of what happened before. `lastContact`: an instant. */
export type OpeningNews = { lastContact?: string | null; notice?: string }

const noteKey = (userId: string): string => `mainspring-held-${userId}`

/** Remembers, where the browser does not clear it with the databases, how many unsent changes they hold; null: none are here. */
export const noteHeld = (notes: NotePort, userId: string, unsent: number | null): void => notes.write(noteKey(userId), unsent === null ? null : String(unsent))

/**
 * The note outside of IndexedDB remembers that this user's data was here; if the database is new then, the browser removed it.
 * Rows that outlived their outbox go too: some show what was never sent, and nothing knows which. Runs inside the write
 * lock, before the rows are opened.
 */
export async function evictionNotice(ports: Pick<Ports, 'clock' | 'newId' | 'notes'>, store: DeviceStore, userId: string): Promise<OpeningNews> {
  const note = ports.notes.read(noteKey(userId))
  const [left, madeAt, life, bootstrap] = await store.meta.bulkGet([leftKey, madeAtKey, lifeKey, bootstrapKey])
  const hasLeft = left?.value !== undefined
  const isKnown = hasLeft || madeAt?.value !== undefined
  if (hasLeft || !isKnown) {
    await emptyStoredRows(userId)
    await store.transaction('rw', store.meta, async () => {
      // Pages of before the sign-out find another life, and are refused.
      await store.meta.bulkPut([
        { key: madeAtKey, value: ports.clock().toISOString() },
        { key: lifeKey, value: ports.newId() },
      ])
      await store.meta.delete(leftKey)
    })
  } else if (life?.value === undefined) await writeMeta(store, lifeKey, ports.newId())
  const lastContact = (bootstrap?.value as Bootstrap | undefined)?.serverTime ?? null
  if (isKnown || note === null) return { lastContact }
  const lost = Number(note)
  noteHeld(ports.notes, userId, 0)
  return { lastContact, notice: removedNotice({ kept: 0, lost }) }
}

/** How many unsent changes the data held that was removed, as far as that was noted. */
export const readHeld = (notes: NotePort, userId: string): number => Number(notes.read(noteKey(userId)) ?? 0)

/** `kept` and `lost`: changes that had not been sent. */
export function removedNotice({ kept, lost }: { kept: number; lost: number }): string {
  const tell = (count: number, what: string): string[] =>
    count === 0 ? [] : [count === 1 ? `1 change that had not been sent was ${what}.` : `${count} changes that had not been sent were ${what}.`]
  return ['The browser removed the local data of this device; it is being fetched again.', ...tell(kept, 'kept'), ...tell(lost, 'lost')].join(' ')
}

/** Said while what only this page still holds cannot be stored again. */
export const onlyHereMessage = (unsent: number): string =>
  `The browser removed the local data of this device. ${unsent === 1 ? '1 unsent change is' : `${unsent} unsent changes are`} only in this page: keep it open.`
