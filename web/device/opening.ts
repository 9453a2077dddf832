import { type CollectionName, collectionNames } from '#schema/collections/index.ts'
import { readSealedInTime, sealNotice } from './leaving/sealed-work.ts'
import { putBack, type SealKeys } from './leaving/sealing.ts'
import { sweepOrphansOfOthers } from './leaving/orphans.ts'
import { Outbox } from './outbox/outbox.ts'
import { raiseFence } from './outbox/outbox-tables.ts'
import type { LocalParts } from './outbox/local-parts.ts'
import type { Ports } from './platform/ports.ts'
import { dropRowsIfAsked } from './recovery/rows-anew.ts'
import { evictionNotice, type OpeningNews } from './storage/eviction.ts'
import { readDeviceId } from './storage/identity-store.ts'
import { assertNotNewer, localVersion } from './storage/local-version.ts'
import { type LocalDatabase, type LocalStorage, openLocalDatabase, rowStorage } from './storage/row-database.ts'
import { type DeviceStore, deviceStoreName, openDeviceStore } from './storage/unsent-store.ts'
import type { SealState } from './storage/stored-work.ts'
import { finishWipes, holdOpen, readRemoval, writeLockName } from './storage/wipe.ts'
import { openWriteLock, type WriteLock } from './storage/write-lock.ts'

export type OpeningOptions = {
  userId: string
  /** Tests only: memory, or Dexie with validation. */
  storage?: LocalStorage
  deviceId?: string
  /** Tests only: several devices in one process share RxDB's limit of open collections. */
  collections?: readonly CollectionName[]
  /** Without keys nothing is sealed. */
  keys?: SealKeys
  /** Tests only: another app version. */
  localVersion?: number
  /** An older app version in another tab still holds the data; the device opens once it lets go. */
  onBlocked?: () => void
}

/** Storage events of an open device; its opener sets the handlers. */
type StorageEvents = {
  onOutdated?: () => void
  onRemoved?: () => void
  onStolen?: () => void
  /** Rows dropped values of which copies outside the row database must go too. */
  onForgotten?: () => Promise<void>
}

/** The user's local storage, open and migrated to this version. */
export type OpenedStorage = {
  local: LocalParts
  lock: WriteLock
  events: StorageEvents
  news: OpeningNews
  sealed: SealState
  /** The removal note as it was at opening. */
  removalBefore: string
  /** Aborts `local.closing`, runs `between`, then closes what was opened. */
  close: (between: () => Promise<void>) => Promise<void>
}

type Opening = { events: StorageEvents; lock?: WriteLock; database?: LocalDatabase }

/**
 * Opens the user's local storage and runs `start` on it; closes everything if either fails.
 * @throws NewerLocalDataError when a newer app version stored data here; nothing is changed
 * @throws AppError UNAVAILABLE when a pending wipe of this user's data cannot finish
 */
export async function openStorage<T>(options: OpeningOptions, ports: Ports, start: (opened: OpenedStorage) => Promise<T>): Promise<T> {
  const { userId } = options
  const version = options.localVersion ?? localVersion
  const opening: Opening = { events: {} }
  await sweepOrphansOfOthers(ports, userId).catch(() => undefined)
  await finishWipes(ports.notes, userId, (run) => ports.locks.request(writeLockName(userId), {}, run))
  let isOutdated = false
  const store = await openDeviceStore(userId, {
    version,
    onBlocked: options.onBlocked,
    onOutdated() {
      isOutdated = true
      // Nothing to finish while it is still opening.
      if (opening.events.onOutdated === undefined) store.close()
      else opening.events.onOutdated()
    },
    onRemoved: () => opening.events.onRemoved?.(),
  })
  try {
    return await start(await openOnStore(store, options, ports, opening))
  } catch (error) {
    await opening.database?.close().catch(() => undefined)
    opening.lock?.close()
    store.close()
    if (isOutdated) await assertNotNewer(deviceStoreName(userId), version)
    throw error
  }
}

async function openOnStore(store: DeviceStore, options: OpeningOptions, ports: Ports, opening: Opening): Promise<OpenedStorage> {
  const { userId, keys, collections = collectionNames, storage = rowStorage() } = options
  const { events } = opening
  // A separate database, opened in parallel.
  const identity = options.deviceId === undefined ? readDeviceId(ports.newId) : Promise.resolve(options.deviceId)
  identity.catch(() => undefined)
  const lock = openWriteLock({
    name: writeLockName(userId),
    locks: ports.locks,
    channel: ports.openChannel(writeLockName(userId)),
    wait: ports.wait,
    monotonic: ports.monotonic,
    fenceOff: () => raiseFence(store),
    onStolen: () => events.onStolen?.(),
  })
  opening.lock = lock
  const removalBefore = readRemoval(ports.notes, userId)
  const sealed = await readSealedInTime(store, userId, keys)
  const news = await lock.hold(async () => {
    const found = { ...(await evictionNotice(ports, store, userId)), ...sealNotice(sealed.state), ...(await dropRowsIfAsked(ports, userId)) }
    await putBack(store, sealed.opened, false)
    return found
  })
  const forgetBeside = async (): Promise<void> => {
    // The next start checks these rows again.
    if (events.onForgotten === undefined) throw new Error('Nobody hears yet what rows gave up')
    await events.onForgotten()
  }
  const database = await openLocalDatabase({ userId, storage, collections, openChannel: ports.openChannel, forgetBeside })
  opening.database = database
  const deviceId = await identity
  const release = holdOpen(ports.locks, userId)
  const closing = new AbortController()
  return {
    local: { userId, deviceId, store, localState: { database, outbox: new Outbox(store) }, ports, closing: closing.signal },
    lock,
    events,
    news,
    sealed: sealed.state,
    removalBefore,
    async close(between) {
      closing.abort()
      await between()
      lock.close()
      await database.close()
      store.close()
      release()
    },
  }
}
