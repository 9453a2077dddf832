import { AppError } from '#schema/errors.ts'
import type { HeldBeside } from '../outbox/put-missing.ts'
import type { LocalParts, WithLock } from '../outbox/local-parts.ts'
import { reconcile, type LocalState } from '../outbox/local-state.ts'
import type { TroublePort } from '../platform/trouble.ts'
import { StoreClearedError, lifeKey } from '../storage/cleared-store.ts'
import { readHeld, noteHeld, onlyHereMessage, removedNotice } from '../storage/eviction.ts'
import { keepDeviceId } from '../storage/identity-store.ts'
import { leftMessage } from '../storage/stored-work.ts'
import { isNotedSince } from '../storage/wipe.ts'
import type { WriteLock } from '../storage/write-lock.ts'
import { noteFirstSync } from './first-sync.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Ports } from '../platform/ports.ts'
import { leavingEpoch } from '../storage/rows/checkpoint-table.ts'

type StorageGuard = {
  withLock: WithLock
  /** Checks whether the storage was cleared while this tab was open; if so, stores this tab's data again. */
  look: () => void
  /** The browser, or the user in its settings, removes the databases. */
  onRemoved: () => void
  onStolen: () => void
}

/** What this page holds in memory besides the outbox. */
type PageMemory = { held: () => HeldBeside; shopIds: () => readonly string[] | undefined }

type GuardListener = {
  /** Another tab changed the outbox, or it was restored. */
  onOutboxRead: () => void
  /** Rows were removed and rebuilt: cached knowledge about them is void. */
  onRowsMended: () => void
  /** The user signed out in another tab: nothing may be stored any more. */
  onLeft: () => void
}

type Options = {
  local: LocalParts
  lock: WriteLock
  memory: PageMemory
  trouble: TroublePort
  /** The note of deliberate removals as read when the device opened. */
  removalBefore: string
  /** The device id is stored in IndexedDB too. */
  isDeviceIdStored: boolean
  listener: GuardListener
}

const removalGraceMs = 300

/** Wraps the write lock: its holder has read other tabs' writes, and data removed under this tab is restored first, outbox before rows. */
export function createStorageGuard({ local, lock, memory, trouble, removalBefore, isDeviceIdStored, listener }: Options): StorageGuard {
  const { closing, deviceId, localState, ports, userId } = local
  const { database, outbox } = localState
  /** Set until removed rows are rebuilt. */
  let lostWith: { noted: number } | undefined

  /** Stores this tab's data again, unless it was removed on purpose. */
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
      // Wait: the removal may be blocked until this tab closes its connections.
      if (closing.aborted) return
      void ports.wait(removalGraceMs, closing).then(async () => {
        if (closing.aborted) return
        await database.reopen().catch(() => undefined)
        look()
      })
    },
    onStolen() {
      // Rebuild the dirty rows: this tab may have stored them partly or too late.
      if (!closing.aborted) void withLock(() => reconcile(localState, outbox.dirtyKeys())).catch(() => undefined)
    },
  }
}

type StoreOptions = {
  outbox: Outbox
  ports: Pick<Ports, 'clock' | 'newId'>
  trouble: TroublePort
  held: HeldBeside
}

/**
 * Stores again what this page holds, after everything was removed under the open app. Call inside the write lock.
 * @throws AppError UNAVAILABLE if storing fails; the page keeps its data
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

/** Rebuilds rows from the restored outbox, resets all checkpoints, and tells the user. Call inside the write lock. */
async function mendRows({ userId, localState, ports, trouble, shopIds, noted }: RowsOptions): Promise<void> {
  const { database, outbox } = localState
  await database.reopen()
  // With the leaving epoch, remaining rows are dropped at the next pull: the user may have lost access to them.
  const reached = Object.fromEntries(shopIds.map((id) => [id, { epoch: leavingEpoch, seq: 0 }]))
  for (const name of database.collections) await database.saveCheckpoint(name, reached)
  await reconcile(localState, outbox.dirtyKeys())
  const kept = outbox.entries.length
  noteHeld(ports.notes, userId, kept)
  noteFirstSync(ports.notes, userId, true)
  trouble.patch({ problem: null, notice: removedNotice({ kept, lost: Math.max(0, noted - kept) }) })
}
