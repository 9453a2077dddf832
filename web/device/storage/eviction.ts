import type { Bootstrap } from '#schema/api/sync.ts'
import { lifeKey } from './cleared-store.ts'
import { bootstrapKey } from './meta-keys.ts'
import { type DeviceStore, writeMeta } from './unsent-store.ts'
import type { NotePort, Ports } from '../platform/ports.ts'
import { emptyStoredRows } from './wipe.ts'
import { leftKey, madeAtKey } from './stored-work.ts'

/** News for a device that opens. `lastContact`: an instant. */
export type OpeningNews = { lastContact?: string | null; notice?: string }

const noteKey = (userId: string): string => `mainspring-held-${userId}`

/** Stores the number of unsent changes outside IndexedDB, where it may survive a clearing; null: no data is on this device. */
export const noteHeld = (notes: NotePort, userId: string, unsent: number | null): void => notes.write(noteKey(userId), unsent === null ? null : String(unsent))

/**
 * A note without a database means that the browser removed the data. Rows without their outbox are emptied too, as some
 * may show unsent changes. Call inside the write lock, before the rows are opened.
 */
export async function evictionNotice(ports: Pick<Ports, 'clock' | 'newId' | 'notes'>, store: DeviceStore, userId: string): Promise<OpeningNews> {
  const note = ports.notes.read(noteKey(userId))
  const [left, madeAt, life, bootstrap] = await store.meta.bulkGet([leftKey, madeAtKey, lifeKey, bootstrapKey])
  const hasLeft = left?.value !== undefined
  const isKnown = hasLeft || madeAt?.value !== undefined
  if (hasLeft || !isKnown) {
    await emptyStoredRows(userId)
    await store.transaction('rw', store.meta, async () => {
      // Pages opened before the sign-out see another id and are refused.
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

/** Number of unsent changes in the removed data, as last noted. */
export const readHeld = (notes: NotePort, userId: string): number => Number(notes.read(noteKey(userId)) ?? 0)

/** `kept` and `lost`: counts of unsent changes. */
export function removedNotice({ kept, lost }: { kept: number; lost: number }): string {
  const tell = (count: number, what: string): string[] =>
    count === 0 ? [] : [count === 1 ? `1 change that had not been sent was ${what}.` : `${count} changes that had not been sent were ${what}.`]
  return ['The browser removed the local data of this device; it is being fetched again.', ...tell(kept, 'kept'), ...tell(lost, 'lost')].join(' ')
}

/** Shown while this page's changes cannot be stored again. */
export const onlyHereMessage = (unsent: number): string =>
  `The browser removed the local data of this device. ${unsent === 1 ? '1 unsent change is' : `${unsent} unsent changes are`} only in this page: keep it open.`
