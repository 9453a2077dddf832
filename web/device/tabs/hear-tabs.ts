import type { TabMessage } from './tab-messages.ts'
import type { TabRooms } from './rooms.ts'

/** Does what the other tabs of the user tell and ask, and asks the leading one how it stands with the server. */
export function hearTabs(rooms: TabRooms): void {
  rooms.channel.listen((message) => onMessage(rooms, message))
  rooms.channel.post({ type: 'ask' })
}

async function onMessage(rooms: TabRooms, message: TabMessage): Promise<unknown> {
  const { bootstrap, channel, connection, leading, leaving, local, notices, recovery, refused } = rooms
  switch (message.type) {
    case 'heartbeat':
      return leading.hearLeader()
    case 'ask':
      return leading.isLeading ? channel.post({ type: 'contact', contact: connection.store.get() }) : undefined
    case 'contact':
      return leading.isLeading ? undefined : connection.store.set(message.contact)
    // Two tabs may think for a moment that they lead: whichever does sends what the other one wrote.
    case 'wrote':
    case 'outbox':
      await rooms.withLock(async () => undefined)
      return local.localState.outbox.entries.length === 0 ? undefined : leading.onLocalChange()
    case 'refused':
      return refused.announce(message.ids)
    case 'notices':
      return notices.announce(message.newIds)
    case 'renumbered':
      return rooms.renumbered.announce(message.orderIds)
    case 'visit':
      rooms.visitedShops.note(message.shopId)
      return leading.wakeNumbers()
    case 'read':
      await notices.announce([])
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
