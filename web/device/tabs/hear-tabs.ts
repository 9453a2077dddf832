import type { TabMessage } from './tab-messages.ts'
import type { TabRooms } from './rooms.ts'

/** Handles messages of the user's other tabs, and asks the leading one for the connection state. */
export function hearTabs(rooms: TabRooms): void {
  rooms.channel.listen((message) => onMessage(rooms, message))
  rooms.channel.post({ type: 'ask' })
}

async function onMessage(rooms: TabRooms, message: TabMessage): Promise<unknown> {
  const { bootstrap, channel, connection, leading, leaving, local, recovery, refused } = rooms
  switch (message.type) {
    case 'heartbeat':
      return leading.hearLeader()
    case 'ask':
      return leading.isLeading ? channel.post({ type: 'contact', contact: connection.store.get() }) : undefined
    case 'contact':
      return leading.isLeading ? undefined : connection.store.set(message.contact)
    // Two tabs may both lead for a moment: each sends what the other wrote.
    case 'wrote':
    case 'outbox':
      await rooms.withLock(async () => undefined)
      return local.localState.outbox.entries.length === 0 ? undefined : leading.onLocalChange()
    case 'refused':
      return refused.announce(message.ids)
    case 'visit':
      rooms.visitedShops.note(message.shopId)
      return leading.wakeNumbers()
    case 'read':
      return leading.demandNotices()
    case 'newer':
      return recovery.refresh()
    case 'reference':
      return bootstrap.refresh()
    case 'resume':
      return leading.resume()
    case 'sync':
      return (await leading.syncHere()) ? channel.post({ type: 'synced', nonce: message.nonce }) : undefined
    case 'check':
      return (await leading.checkHere()) ? channel.post({ type: 'synced', nonce: message.nonce }) : undefined
    case 'checking':
      return recovery.onCheckProgress(message.progress)
    case 'synced':
      return channel.hear(message.nonce)
    case 'keep':
      await leaving.keepForms()
      return channel.post({ type: 'kept', nonce: message.nonce })
    case 'kept':
      return leaving.hear(message.nonce)
    case 'wipe':
      rooms.drafts.end()
      return rooms.close()
  }
}
