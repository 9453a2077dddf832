import { type CollectionName, collectionNames } from '#schema/collections/index.ts'
import { readSealedInTime, sealNotice } from './leaving/sealed-work.ts'
import { putBack, type SealKeys } from './leaving/sealing.ts'
import { sweepOrphansOfOthers } from './leaving/orphans.ts'
import { Outbox } from './outbox/outbox.ts'
import { raiseFence } from './outbox/outbox-tables.ts'
import type { LocalParts } from './outbox/local-parts.ts'
import type { Ports } from './platform/ports.ts'
import { dropRowsIfAsked } from './recovery/rows-anew.ts'
import { evictionNotice, type OpeningNews } from './storage/clearing/eviction.ts'
import { readDeviceId } from './storage/identity-store.ts'
import { assertNotNewer, localVersion } from './storage/local-version.ts'
import { type LocalDatabase, type LocalStorage, openLocalDatabase, rowStorage } from './storage/row-database.ts'
import { type DeviceStore, deviceStoreName, openDeviceStore } from './storage/unsent-store.ts'
import type { SealState } from './storage/stored-work.ts'
import { finishWipes, holdOpen, readRemoval, writeLockName } from './storage/wipe.ts'
import { openWriteLock, type WriteLock } from './storage/write-lock.ts'

export type OpeningOptions = {
  userId: string
  /** Tests: memory, or Dexie with validation. */
  storage?: LocalStorage
  deviceId?: string
  /** Fewer than all: several devices in one process share RxDB's limit of open collections. */
  collections?: readonly CollectionName[]
  /** Without them nothing is sealed. */
  keys?: SealKeys
  /** Tests: that of another version of the app. */
  localVersion?: number
  /** An older version of the app in another tab still holds the data: the device opens once that has let go. */
  onBlocked?: () => void
}

/** What may happen to the storage under an open device; whoever opens it sets them. */
export type StorageEvents = {
  onOutdated?: () => void
  onRemoved?: () => void
  onStolen?: () => void
  /** Rows gave up what may lie beside them too. */
  onForgotten?: () => Promise<void>
}

/** What lies on this device of its user, opened, in the shape of this version. */
export type OpenedStorage = {
  local: LocalParts
  lock: WriteLock
  events: StorageEvents
  /** What happened before. */
  news: OpeningNews
  sealed: SealState
  /** The note of removals on purpose, as it was then. */
  removalBefore: string
  /** Aborts `local.closing`, and closes what was opened. `between`: what ends after the one and before the other. */
  close: (between: () => Promise<void>) => Promise<void>
}

type Opening = { events: StorageEvents; lock?: WriteLock; database?: LocalDatabase }

/**
 * Opens what lies on this device, and runs `start` on it. When either fails, everything is closed again.
 * @throws NewerLocalDataError when a newer version has been here; nothing was touched then
 * @throws AppError UNAVAILABLE when a wipe of this user's former data cannot be ended
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
      // What is still being opened has nothing to finish.
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
  // It lies in a database of its own, which is opened beside the others.
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
    // Rows that wait for it are looked at again by the next start.
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
