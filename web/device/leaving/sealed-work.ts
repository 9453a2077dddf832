import type { OpeningNews } from '../storage/eviction.ts'
import type { ConnectionTracker } from '../sync/connection.ts'
import type { DeviceStore } from '../storage/unsent-store.ts'
import type { SealState } from '../storage/stored-work.ts'
import { hasSealed, putBack, readSealed, type SealKeys, type Unsealed } from './sealing.ts'
import type { LocalParts, WithLock } from '../outbox/local-parts.ts'

/** Opening waits no longer for sealed work; it is opened later in the background. */
const openPatienceMs = 6_000

const noticeByState: Record<SealState, string | null> = {
  none: null,
  waiting: 'What you kept here when you signed out is still sealed. It opens as soon as the server can be reached.',
  lost: 'What you kept here when you signed out cannot be opened: the server does not have its key any more. It stays sealed on this device.',
}

export function sealNotice(state: SealState): OpeningNews {
  const notice = noticeByState[state]
  return notice === null ? {} : { notice }
}

/** This user's sealed work, if the server helps to open it in time. */
export async function readSealedInTime(store: DeviceStore, userId: string, keys: SealKeys | undefined): Promise<Unsealed> {
  const waiting: Unsealed = { state: 'waiting', opened: [] }
  if (!(await hasSealed(store))) return { state: 'none', opened: [] }
  if (keys === undefined) return waiting
  return Promise.race([readSealed(store, userId, keys), new Promise<Unsealed>((resolve) => setTimeout(resolve, openPatienceMs, waiting))])
}

type SealListener = {
  /** Called on every connection, including the first. */
  onConnection: () => void
  onOpened: () => Promise<void>
}

type Watching = {
  local: Pick<LocalParts, 'store' | 'userId'>
  withLock: WithLock
  keys: SealKeys | undefined
  state: SealState
  connection: ConnectionTracker
  isLeading: () => boolean
  listener: SealListener
}

/** Opens remaining sealed work once the server is reached. */
export function watchSealed({ local, withLock, keys, state, connection, isLeading, listener }: Watching): void {
  const { store, userId } = local
  let [present, isOpening, wasOnline] = [state, false, false]
  const open = async (sealKeys: SealKeys): Promise<void> => {
    const { state: next, opened } = await readSealed(store, userId, sealKeys)
    const isChanged = await withLock(() => putBack(store, opened, true))
    if (next !== present && connection.store.get().notice === noticeByState[present]) connection.patch({ notice: noticeByState[next] })
    present = next
    if (isChanged) await listener.onOpened()
  }
  connection.store.subscribe(() => {
    const isOnline = connection.store.get().phase === 'online' && isLeading()
    const isNew = isOnline && !wasOnline
    wasOnline = isOnline
    if (!isNew) return
    listener.onConnection()
    if (present !== 'waiting' || keys === undefined || isOpening) return
    isOpening = true
    void open(keys)
      .catch(() => undefined)
      .finally(() => {
        isOpening = false
      })
  })
}
