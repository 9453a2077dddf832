import { AppError } from '#schema/errors.ts'
import type { HeldBeside } from '../outbox/put-missing.ts'
import type { LocalParts, WithLock } from '../outbox/local-parts.ts'
import { reconcile, type LocalState } from '../outbox/local-state.ts'
import type { TroublePort } from '../platform/trouble.ts'
import { StoreClearedError, lifeKey } from '../storage/clearing/cleared-store.ts'
import { readHeld, noteHeld, onlyHereMessage, removedNotice } from '../storage/clearing/eviction.ts'
import { keepDeviceId } from '../storage/identity-store.ts'
import { leftMessage } from '../storage/stored-work.ts'
import { isNotedSince } from '../storage/wipe.ts'
import type { WriteLock } from '../storage/write-lock.ts'
import { noteFirstSync } from './first-sync.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Ports } from '../platform/ports.ts'
import { leavingEpoch } from '../storage/checkpoint-marks.ts'

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

type StoreOptions = {
  outbox: Outbox
  ports: Pick<Ports, 'clock' | 'newId'>
  trouble: TroublePort
  /** What else this page holds of the store. */
  held: HeldBeside
}

/**
 * The browser, or a person in its settings, removed everything under the open app: what this page still holds is stored again.
 * Runs inside the write lock.
 * @throws AppError UNAVAILABLE while nothing can be stored; then what the page holds stays with it
 */
async function storeHeldAgain({ outbox, ports, trouble, held }: StoreOptions): Promise<void> {
  try {
    await outbox.storeAgain({ ...held, meta: { ...held.meta, [lifeKey]: ports.newId(), madeAt: ports.clock().toISOString() } })
  } catch {
    const message = onlyHereMessage(outbox.entries.length)
    trouble.patch({ problem: message })
    throw new AppError('UNAVAILABLE', message)
  }
}

type RowsOptions = {
  userId: string
  localState: LocalState
  ports: Pick<Ports, 'notes'>
  trouble: TroublePort
  shopIds: readonly string[]
  noted: number
}

/** Rows are made from what was stored again, and fetched again from the start of their feeds; the person is told. Inside the write lock. */
async function mendRows({ userId, localState, ports, trouble, shopIds, noted }: RowsOptions): Promise<void> {
  const { database, outbox } = localState
  await database.reopen()
  // Of no feed: what is left of the rows shows things that nobody may know any more, and goes when they are fetched.
  const reached = Object.fromEntries(shopIds.map((id) => [id, { epoch: leavingEpoch, seq: 0 }]))
  for (const name of database.collections) await database.saveCheckpoint(name, reached)
  await reconcile(localState, outbox.dirtyKeys())
  const kept = outbox.entries.length
  noteHeld(ports.notes, userId, kept)
  noteFirstSync(ports.notes, userId, true)
  trouble.patch({ problem: null, notice: removedNotice({ kept, lost: Math.max(0, noted - kept) }) })
}
