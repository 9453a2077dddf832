import { AppError } from '#schema/errors.ts'
import { type LocalState, reconcile } from '../outbox/local-state.ts'
import { lifeKey } from '../storage/clearing/cleared-store.ts'
import type { TroublePort } from '../platform/trouble.ts'
import { noteHeld, onlyHereMessage, removedNotice } from '../storage/clearing/eviction.ts'
import { noteFirstSync } from './first-sync.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Ports } from '../platform/ports.ts'
import { leavingEpoch } from '../storage/checkpoint-marks.ts'
import type { HeldBeside } from '../outbox/put-missing.ts'

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
export async function storeHeldAgain({ outbox, ports, trouble, held }: StoreOptions): Promise<void> {
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
export async function mendRows({ userId, localState, ports, trouble, shopIds, noted }: RowsOptions): Promise<void> {
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
