import { v7 } from 'uuid'
import type { ReturnNumbers } from '#schema/api/numbers.ts'
import { AppError } from '#schema/errors.ts'
import type { DraftStore } from '../drafts/drafts.ts'
import { noteHeld } from '../storage/eviction.ts'
import { noteFirstSync } from '../recovery/first-sync.ts'
import { countLeaving, endWork, type LeavingDevice, type LeaveChoice, type LeaveOutcome, type Leaving, findSealKey } from './leaving.ts'
import { readInTime } from '../storage/patience.ts'
import { watchSet } from '../platform/observable.ts'
import { NumberLeases } from '../numbers/number-leases.ts'
import type { NumbersApi } from '../platform/server-port.ts'
import type { LocalParts } from '../outbox/local-parts.ts'
import type { SealKey, SealKeys } from './sealing.ts'
import { hasEnded, sweepOrphans } from './orphans.ts'
import {
  closeInTime,
  deleteUserDatabases,
  emptyKeptFiles,
  emptyRowsInTime,
  emptyUserDatabases,
  noteRemoval,
  noteWipe,
  openLockName,
  runUnderTakenLock,
  within,
  writeLockName,
} from '../storage/wipe.ts'
import { sealKeyKey } from '../storage/stored-work.ts'
import { runAsHolder } from '../storage/write-lock.ts'
import { countPendingFiles, filesStoreName } from '../storage/files-store-name.ts'

/** Sealed file contents; `takeBack` unseals them when the user stays after all. */
type FilesAway = { takeBack: () => Promise<void> }

const filesStay: FilesAway = { takeBack: async () => undefined }

/**
 * Seals unsent contents before the work ends: they are large, and a failure must be reported while the user can still
 * stay. Without a key they stay unsealed. Resolves to undefined on failure; nothing is sealed then.
 */
async function putFilesAway(device: LeavingDevice): Promise<FilesAway | undefined> {
  const { ports, userId } = device
  try {
    if ((await readInTime(countPendingFiles(userId))) === 0) return filesStay
    const key = await readInTime(findSealKey(device))
    if (key === undefined) return filesStay
    const { sealFilesOf } = await import('./seal-files.ts')
    const unseal = await sealFilesOf(userId, key)
    return {
      async takeBack() {
        await unseal().catch(() => undefined)
        const channel = ports.openChannel(filesStoreName(userId))
        channel.post('changed')
        channel.close()
      },
    }
  } catch {
    return undefined
  }
}

type LeavingTabs = {
  /** Asks the other tabs to store their forms' input; each calls `hear(nonce)`. */
  ask: (nonce: string) => void
  /** Tells all tabs, including this one, to store nothing any more. */
  end: () => void
  close: () => Promise<void>
}

type Options = { local: LocalParts; drafts: DraftStore; keys: SealKeys | undefined; numbers: NumbersApi | undefined; tabs: LeavingTabs }

export type DeviceLeaving = {
  /** A form's listener stores its input at once: the user signs out, maybe in another tab. */
  onKeepNow: (listener: () => void) => () => void
  /** Counts work that exists on this device alone, from all tabs. @throws AppError UNAVAILABLE when the storage does not answer */
  count: () => Promise<Leaving>
  /**
   * Ends this user's work on this device. The shop's rows are deleted; work that only this device has is discarded, or
   * kept for the user's next sign-in, sealed where possible. `told`: the counts that the user saw.
   * @throws AppError UNAVAILABLE when the storage fails or does not answer; the work goes on then
   */
  leave: (choice: LeaveChoice, told: Leaving) => Promise<LeaveOutcome>
  /** Closes and deletes this user's databases, including unsent work. */
  wipe: () => Promise<void>
}

export type LeavePath = {
  leaving: DeviceLeaving
  keepForms: () => Promise<void>
  hear: (nonce: string) => void
  /** Asks the server for the sealing key, once a page: a server that was set back may have lost the key. */
  learnKey: () => Promise<SealKey | undefined>
}

/** A tab that has not answered by then is frozen; its noted input counts. */
const tabPatienceMs = 600
const keyPatienceMs = 3_000
const numbersPatienceMs = 3_000
/** What a frozen tab blocks longer is removed at the next opening. */
const sweepPatienceMs = 10_000
const restPatienceMs = 40_000
const markPatienceMs = 2_000

export function createLeavePath({ local, drafts, keys, numbers, tabs }: Options): LeavePath {
  const { closing, deviceId, ports, store, userId } = local
  const formListeners = new Set<() => void>()
  const answerByNonce = new Map<string, () => void>()
  let learning: Promise<SealKey | undefined> | undefined

  const keepForms = async (): Promise<void> => {
    for (const listener of formListeners) listener()
    await drafts.finishAll()
  }

  const askTabs = async (): Promise<void> => {
    await keepForms()
    const others = ((await ports.locks.countHolders?.(openLockName(userId))) ?? 1) - 1
    if (others <= 0) return
    const nonce = v7()
    const { promise, resolve } = Promise.withResolvers<void>()
    let answers = 0
    answerByNonce.set(nonce, () => {
      answers += 1
      if (answers === others) resolve()
    })
    tabs.ask(nonce)
    await Promise.race([promise, new Promise((done) => setTimeout(done, tabPatienceMs))])
    answerByNonce.delete(nonce)
  }

  const askServer = async (): Promise<SealKey | undefined> => {
    try {
      const key = await keys?.ask(deviceId)
      if (key !== undefined && !closing.aborted) await store.meta.put({ key: sealKeyKey, value: key })
      return key
    } catch {
      learning = undefined
      return undefined
    }
  }
  const learnKey = (): Promise<SealKey | undefined> => (learning ??= askServer())

  const device: LeavingDevice = {
    userId,
    store,
    ports,
    drafts,
    askTabs,
    askKey: () => Promise.race([learnKey(), new Promise<undefined>((resolve) => setTimeout(resolve, keyPatienceMs, undefined))]),
  }

  /** Numbers that no order got; without an answer they stay gaps. */
  const giveBack = async (shops: ReturnNumbers['shops']): Promise<void> => {
    if (shops.length > 0 && numbers !== undefined) await numbers.giveBack({ deviceId, shops }, AbortSignal.timeout(numbersPatienceMs)).catch(() => undefined)
  }
  let givingBack: Promise<void> | undefined

  const lockName = writeLockName(userId)
  const underLock = <T>(run: () => Promise<T>): Promise<T> => runUnderTakenLock(ports.locks, lockName, () => runAsHolder(ports.openChannel(lockName), run))

  /** The outcome counts even if the lock was taken meanwhile: one transaction ends the work, or nothing does. */
  const endUnderLock = async (choice: LeaveChoice, told: Leaving | undefined): Promise<LeaveOutcome> => {
    let ending: Promise<LeaveOutcome> | undefined
    let isGivenUp = false
    const granted = Promise.withResolvers<void>()
    const end = async (): Promise<LeaveOutcome> => {
      if (isGivenUp) throw new AppError('UNAVAILABLE')
      granted.resolve()
      // Orders that wait or are kept have taken theirs out already.
      const left = await readInTime(new NumberLeases(store, deviceId).readAll()).catch(() => [])
      const ended = await endWork(device, choice, told)
      if (!ended.isOver) return ended
      givingBack = giveBack(left)
      noteRemoval(ports.notes, userId)
      tabs.end()
      return ended
    }
    const outcome = underLock(() => (ending = end())).catch((error: unknown) => {
      if (ending === undefined) throw error
      return ending
    })
    outcome.catch(() => undefined)
    try {
      // Page-local locks cannot be stolen, so this may wait.
      await readInTime(Promise.race([granted.promise, outcome]))
    } catch (error) {
      isGivenUp = true
      throw error
    }
    return outcome
  }

  /** After the end of the work: removes the rows, and what a frozen tab stored late. */
  const removeRest = async (choice: LeaveChoice): Promise<void> => {
    if (choice === 'discard') noteWipe(ports.notes, userId)
    await closeInTime(tabs.close())
    await underLock(() => (choice === 'keep' ? emptyRowsInTime(userId) : emptyUserDatabases(ports.notes, userId)))
    if (choice === 'keep') await within(sweepPatienceMs, emptyKeptFiles(userId))
    if (choice === 'keep')
      await within(
        sweepPatienceMs,
        underLock(() => sweepOrphans(userId, ports.newId)),
      )
    await deleteUserDatabases(ports.locks, ports.notes, userId, choice === 'keep')
    if (choice === 'discard') noteHeld(ports.notes, userId, null)
    noteFirstSync(ports.notes, userId, false)
  }

  /** Without `told` the counts are not compared. */
  const leave = async (choice: LeaveChoice, told?: Leaving): Promise<LeaveOutcome> => {
    let outcome: LeaveOutcome
    const files = choice === 'keep' ? await putFilesAway(device) : filesStay
    if (files === undefined && told?.isSealable === true) return { isOver: false, leaving: { ...(await countLeaving(device)), isSealable: false } }
    try {
      outcome = await endUnderLock(choice, told)
    } catch (error) {
      // If another tab ended the work meanwhile, that tab removes the rest.
      if (!(await readInTime(hasEnded(userId), markPatienceMs).catch(() => false))) {
        await files?.takeBack()
        throw error
      }
      await closeInTime(tabs.close())
      return { isOver: true }
    }
    if (!outcome.isOver) await files?.takeBack()
    // What fails here is removed at the next opening.
    if (outcome.isOver) await within(restPatienceMs, removeRest(choice))
    // While the session lasts.
    await givingBack
    return outcome
  }

  return {
    leaving: {
      onKeepNow: (listener) => watchSet(formListeners, listener),
      count: () => countLeaving(device),
      leave,
      async wipe() {
        await leave('discard')
      },
    },
    keepForms,
    hear: (nonce) => answerByNonce.get(nonce)?.(),
    learnKey,
  }
}
