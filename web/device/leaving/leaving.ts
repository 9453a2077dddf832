import { AppError } from '#schema/errors.ts'
import type { DeviceStore } from '../storage/unsent-store.ts'
import type { DraftStore } from '../drafts/drafts.ts'
import type { Ports } from '../platform/ports.ts'
import { canSeal } from './sealing-crypto.ts'
import { type SealKey, sealWork } from './sealing.ts'
import { heldUpMessage, readInTime, storagePatienceMs } from '../storage/patience.ts'
import { countWaitingFiles } from '../storage/files-store-name.ts'
import { within } from '../storage/wipe.ts'
import { clearRows, clearWork, sealKeyKey, type WorkCounts, workStores } from '../storage/stored-work.ts'

/** What is kept or discarded at sign-out; `drafts` includes forms open in any tab. */
export type Leaving = WorkCounts & {
  /** Kept work can be encrypted for this user's next sign-in. */
  isSealable: boolean
  /** Number of unsent photos, documents and signatures; left out for none. */
  files?: number | undefined
}

export type LeaveChoice = 'keep' | 'discard'

/** Not over: there is more work than the user was told of, or it cannot be sealed; nothing happened. */
export type LeaveOutcome = { isOver: true } | { isOver: false; leaving: Leaving }

export type LeavingDevice = {
  userId: string
  store: DeviceStore
  ports: Pick<Ports, 'clock' | 'newId' | 'openChannel'>
  drafts: DraftStore
  /** Every tab stores its forms' input; frozen tabs are not waited for. */
  askTabs: () => Promise<void>
  /** Asks the server if this device lacks the key; undefined after a timeout. */
  askKey: () => Promise<SealKey | undefined>
}

/**
 * Counts the work on this device, including forms open in any tab.
 * @throws AppError UNAVAILABLE when the storage fails or does not answer in time
 */
export const countLeaving = (device: LeavingDevice): Promise<Leaving> => readInTime(countNow(device))

async function countNow(device: LeavingDevice): Promise<Leaving> {
  await storeForms(device)
  const counts = await countAll(device)
  return { ...counts, isSealable: (await findSealKey(device)) !== undefined }
}

async function storeForms({ askTabs, drafts }: LeavingDevice): Promise<void> {
  await askTabs()
  await drafts.finishAll()
}

/**
 * Ends a user's work on this device in one transaction under the write lock: work stored earlier is counted or sealed,
 * nothing can be stored later. `told`: the counts that the user saw; if there is more by now, or it cannot be sealed,
 * nothing happens and the outcome holds the new counts.
 * @throws AppError UNAVAILABLE when work to keep cannot be stored, because the storage fails or does not answer in time
 */
export async function endWork(device: LeavingDevice, choice: LeaveChoice, told: Leaving | undefined): Promise<LeaveOutcome> {
  const { store, userId, ports } = device
  const areFormsStored = await within(storagePatienceMs, storeForms(device))
  const leftAt = ports.clock().toISOString()
  if (choice === 'discard') return discardWork(device, leftAt, told)
  if (!areFormsStored) throw new AppError('UNAVAILABLE', heldUpMessage)
  const key = await readInTime(findSealKey(device))
  const isDone = key !== undefined && (await within(storagePatienceMs, sealWork(store, userId, key, leftAt, ports.newId)))
  if (isDone) return { isOver: true }
  if (told?.isSealable === true) return { isOver: false, leaving: { ...(await readInTime(countAll(device))), isSealable: false } }
  await markLeft(store, leftAt)
  return { isOver: true }
}

/** Once reported as failed, the transaction must not succeed later: the user may have stayed. */
async function markLeft(store: DeviceStore, leftAt: string): Promise<void> {
  let isGivenUp = false
  const marking = store.transaction('rw', workStores(store), () => {
    if (isGivenUp) throw new AppError('UNAVAILABLE', heldUpMessage)
    return clearRows(store, leftAt)
  })
  if (await within(storagePatienceMs, marking)) return
  isGivenUp = true
  throw new AppError('UNAVAILABLE', heldUpMessage)
}

async function discardWork({ store, userId }: LeavingDevice, leftAt: string, told: Leaving | undefined): Promise<LeaveOutcome> {
  let found: WorkCounts | undefined
  const { files } = await readInTime(countFiles(userId)).catch((): FileCounts => ({}))
  const discarding = store.transaction('rw', workStores(store), async () => {
    found = undefined
    const counts = await countStored(store)
    if (told !== undefined && isMore({ ...counts, files }, told)) found = counts
    else await clearWork(store, leftAt)
  })
  // A storage that fails or is blocked is emptied at a later start.
  await within(storagePatienceMs, discarding)
  return found === undefined
    ? { isOver: true }
    : { isOver: false, leaving: { ...found, ...(files !== undefined && { files }), isSealable: told?.isSealable ?? false } }
}

type FileCounts = Pick<Leaving, 'files'>

const isMore = (now: WorkCounts & FileCounts, told: Leaving): boolean =>
  now.unsent > told.unsent || now.refused > told.refused || now.drafts > told.drafts || (now.files ?? 0) > (told.files ?? 0)

const countAll = async ({ store, userId }: LeavingDevice): Promise<WorkCounts & FileCounts> => ({
  ...(await countStored(store)),
  ...(await countFiles(userId)),
})

async function countFiles(userId: string): Promise<FileCounts> {
  const files = await countWaitingFiles(userId)
  return files === 0 ? {} : { files }
}

async function countStored({ outbox, refused, drafts }: DeviceStore): Promise<WorkCounts> {
  const [unsent, refusedCount, draftCount] = await Promise.all([outbox.count(), refused.count(), drafts.count()])
  return { unsent, refused: refusedCount, drafts: draftCount }
}

export async function findSealKey({ store, askKey }: LeavingDevice): Promise<SealKey | undefined> {
  if (!canSeal()) return undefined
  const known = await store.meta.get(sealKeyKey)
  return (known?.value as SealKey | undefined) ?? askKey()
}
