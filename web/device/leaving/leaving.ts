import { AppError } from '#schema/errors.ts'
import type { DeviceStore } from '../storage/unsent-store.ts'
import type { DraftBook } from '../drafts/drafts.ts'
import type { Ports } from '../platform/ports.ts'
import { canSeal } from './sealing-crypto.ts'
import { type SealKey, sealWork } from './sealing.ts'
import { heldUpMessage, readInTime, storagePatienceMs } from '../storage/patience.ts'
import { countWaitingFiles } from '../storage/files-store-name.ts'
import { within } from '../storage/wipe.ts'
import { clearRows, clearWork, sealKeyKey, type WorkCounts, workStores } from '../storage/stored-work.ts'

/** What goes or stays when the person signs out; `drafts` counts forms that are open in any tab too. */
export type Leaving = WorkCounts & {
  /** What stays can be encrypted, for this person's next sign-in alone. */
  isSealable: boolean
  /** Photos, documents and signatures that the server does not have; left out where there are none. */
  files?: number | undefined
}

export type LeaveChoice = 'keep' | 'discard'

/** Not over: by now there is more than the person decided upon, or it cannot be sealed; nothing happened. */
export type LeaveOutcome = { isOver: true } | { isOver: false; leaving: Leaving }

export type LeavingDevice = {
  userId: string
  store: DeviceStore
  ports: Pick<Ports, 'clock' | 'newId' | 'openChannel'>
  drafts: DraftBook
  /** Every tab stores what is typed in its forms; one that stands still is not waited for. */
  askTabs: () => Promise<void>
  /** Asks the server, when this device does not know the key yet; undefined when that takes too long. */
  askKey: () => Promise<SealKey | undefined>
}

/**
 * What goes, or stays, with the person who leaves: forms that are open in any tab are in it.
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
 * The one moment at which a person's work on this device ends, under the write lock and in one transaction: what was stored before
 * it is in what was counted or sealed, and nothing can be stored after it. `told`: what the person decided upon; when there is more
 * by now, or it cannot be sealed, nothing happens and the answer says what there is.
 * @throws AppError UNAVAILABLE when what is kept cannot be put away, because the storage fails or does not answer in time
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

/** Told as failed, it does not happen later either: the person may have stayed. */
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
  // A storage that fails, or is held up, is emptied at a later start.
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

/** Undefined where nothing can be sealed now. */
export async function findSealKey({ store, askKey }: LeavingDevice): Promise<SealKey | undefined> {
  if (!canSeal()) return undefined
  const known = await store.meta.get(sealKeyKey)
  return (known?.value as SealKey | undefined) ?? askKey()
}
