import { AppError } from '#schema/errors.ts'
import type { HeldBeside } from '../outbox/put-missing.ts'
import type { LocalParts, WithLock } from '../outbox/local-parts.ts'
import { reconcile } from '../outbox/local-state.ts'
import type { TroublePort } from '../platform/trouble.ts'
import { StoreClearedError } from '../storage/clearing/cleared-store.ts'
import { readHeld } from '../storage/clearing/eviction.ts'
import { keepDeviceId } from '../storage/identity-store.ts'
import { leftMessage } from '../storage/stored-work.ts'
import { isNotedSince } from '../storage/wipe.ts'
import type { WriteLock } from '../storage/write-lock.ts'
import { mendRows, storeHeldAgain } from './storage-mender.ts'

export type StorageGuard = {
  withLock: WithLock
  /** Looks whether the storage was emptied under this tab, and stores again what this tab holds then. */
  look: () => void
  /** The browser, or a person in its settings, removes the databases. */
  onRemoved: () => void
  /** The write lock was taken from this tab while it stood still. */
  onStolen: () => void
}

/** What this page knows beside the outbox. */
export type PageMemory = { held: () => HeldBeside; shopIds: () => readonly string[] | undefined }

export type GuardListener = {
  /** Another tab changed the outbox, or it was stored again. */
  onOutboxRead: () => void
  /** Rows were removed and are made again: what is known of them is void. */
  onRowsMended: () => void
  /** The person has left in another tab: nothing may be stored any more. */
  onLeft: () => void
}

type Options = {
  local: LocalParts
  lock: WriteLock
  memory: PageMemory
  trouble: TroublePort
  /** The note of removals on purpose, as it was when the device was opened. */
  removalBefore: string
  /** The name of this device lies in the storage, too. */
  isDeviceIdStored: boolean
  listener: GuardListener
}

const removalGraceMs = 300

/**
 * The way to the write lock. Whoever holds it has read what other tabs wrote, and what was removed under this tab is stored again:
 * first what cannot be fetched, then the rows.
 */
export function createStorageGuard({ local, lock, memory, trouble, removalBefore, isDeviceIdStored, listener }: Options): StorageGuard {
  const { closing, deviceId, localState, ports, userId } = local
  const { database, outbox } = localState
  /** Set while rows that were removed under this tab are not made again. */
  let lostWith: { noted: number } | undefined

  /** What this tab holds of data that was removed under it is stored again, unless somebody removed it on purpose. */
  const mendIfCleared = async (error: unknown): Promise<true> => {
    if (!(error instanceof StoreClearedError)) throw error
    if (isNotedSince(ports.notes, userId, removalBefore)) {
      listener.onLeft()
      throw new AppError('UNAVAILABLE', leftMessage)
    }
    lostWith ??= { noted: readHeld(ports.notes, userId) }
    await storeHeldAgain({ outbox, ports, trouble, held: memory.held() })
    return true
  }

  const mendLostRows = async (noted: number): Promise<void> => {
    if (isDeviceIdStored) await keepDeviceId(deviceId)
    await mendRows({ userId, localState, ports, trouble, shopIds: memory.shopIds() ?? [], noted })
    lostWith = undefined
    listener.onRowsMended()
  }

  const withLock: WithLock = (run) =>
    lock.hold(async () => {
      closing.throwIfAborted()
      if (await outbox.refresh().catch(mendIfCleared)) listener.onOutboxRead()
      if (lostWith !== undefined) await mendLostRows(lostWith.noted)
      return run()
    })

  const look = (): void =>
    void outbox
      .isCleared()
      .then((isCleared) => (isCleared ? withLock(async () => undefined) : undefined))
      .catch(() => undefined)

  return {
    withLock,
    look,
    onRemoved() {
      // After the removal, which this tab may hold up until it has let go.
      if (closing.aborted) return
      void ports.wait(removalGraceMs, closing).then(async () => {
        if (closing.aborted) return
        await database.reopen().catch(() => undefined)
        look()
      })
    },
    onStolen() {
      // Whatever this tab stored half, or stored too late, is made again from what the outbox says now.
      if (!closing.aborted) void withLock(() => reconcile(localState, outbox.dirtyKeys())).catch(() => undefined)
    },
  }
}
