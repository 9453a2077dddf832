import { reconcile } from '../outbox/local-state.ts'
import { watchLastWord } from '../platform/observable.ts'
import type { Rooms } from './rooms.ts'

/** Only the leading tab sends the connection state. */
export function tellConnection({ channel, connection, leading }: Rooms): void {
  watchLastWord(connection.store, () => {
    if (leading.isLeading) channel.post({ type: 'contact', contact: connection.store.get() })
  })
}

/** New mutations are in the outbox; a leading tab has begun to send them. */
export function tellWritten({ channel, leading, waiting }: Rooms): void {
  waiting.refresh()
  channel.post({ type: leading.isLeading ? 'outbox' : 'wrote' })
}

/** Reads the refused changes again; `ids`: the new ones. */
export async function tellRefused({ channel, refused }: Rooms, ids: string[]): Promise<void> {
  await refused.announce(ids)
  channel.post({ type: 'refused', ids })
}

export function tellRead({ channel, leading }: Rooms): void {
  leading.demandNotices()
  channel.post({ type: 'read' })
}

/** A shop was opened: its numbers are requested first. */
export function tellVisit({ channel, leading, visitedShops }: Rooms, shopId: string): void {
  if (!visitedShops.note(shopId)) return
  leading.wakeNumbers()
  channel.post({ type: 'visit', shopId })
}

export function tellResumed({ channel, leading }: Rooms): void {
  leading.resume()
  channel.post({ type: 'resume' })
}

/** Decrypted work was restored while the device is open. */
export async function tellPutBack(rooms: Rooms): Promise<void> {
  const { channel, drafts, leading, local, waiting, withLock } = rooms
  await withLock(() => reconcile(local.localState, local.localState.outbox.dirtyKeys()))
  await tellRefused(rooms, [])
  drafts.announce()
  waiting.refresh()
  channel.post({ type: 'outbox' })
  leading.onLocalChange()
}
