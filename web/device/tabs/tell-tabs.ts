import { reconcile } from '../outbox/local-state.ts'
import { watchLastWord } from '../platform/observable.ts'
import type { Rooms } from './rooms.ts'

// What happens in this tab, told to its own rooms, to the engine of the leading tab, and to the other tabs.

/** Whoever leads tells how this device stands with the server. */
export function tellConnection({ channel, connection, leading }: Rooms): void {
  watchLastWord(connection.store, () => {
    if (leading.isLeading) channel.post({ type: 'contact', contact: connection.store.get() })
  })
}

/** New mutations stand in the outbox; a tab that leads has begun to send them. */
export function tellWritten({ channel, leading, waiting }: Rooms): void {
  waiting.refresh()
  channel.post({ type: leading.isLeading ? 'outbox' : 'wrote' })
}

/** Reads again what is refused; `ids`: what has just come. */
export async function tellRefused({ channel, refused }: Rooms, ids: string[]): Promise<void> {
  await refused.announce(ids)
  channel.post({ type: 'refused', ids })
}

/** Notices were dismissed. */
export function tellRead({ channel, leading }: Rooms): void {
  leading.demandNotices()
  channel.post({ type: 'read' })
}

/** Orders have another number than their paper may say; none named: some were read. */
export async function tellRenumbered({ channel, renumbered }: Pick<Rooms, 'channel' | 'renumbered'>, orderIds: string[]): Promise<void> {
  channel.post({ type: 'renumbered', orderIds })
  await renumbered.announce(orderIds)
}

/** A shop was opened: its numbers come first. */
export function tellVisit({ channel, leading, visitedShops }: Rooms, shopId: string): void {
  if (!visitedShops.note(shopId)) return
  leading.wakeNumbers()
  channel.post({ type: 'visit', shopId })
}

/** The same user has signed in again. */
export function tellResumed({ channel, leading }: Rooms): void {
  leading.resume()
  channel.post({ type: 'resume' })
}

/** Work that had been sealed was put back while the device is open. */
export async function tellPutBack(rooms: Rooms): Promise<void> {
  const { channel, drafts, leading, local, waiting, withLock } = rooms
  await withLock(() => reconcile(local.localState, local.localState.outbox.dirtyKeys()))
  await tellRefused(rooms, [])
  drafts.announce()
  waiting.refresh()
  channel.post({ type: 'outbox' })
  leading.onLocalChange()
}
