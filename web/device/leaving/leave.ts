import { v7 } from 'uuid'
import { AppError } from '#schema/errors.ts'
import type { DraftBook } from '../drafts/drafts.ts'
import { noteHeld } from '../storage/clearing/eviction.ts'
import { noteFirstSync } from '../recovery/first-sync.ts'
import { countLeaving, endWork, type LeavingDevice, type LeaveChoice, type LeaveOutcome, type Leaving, findSealKey } from './leaving.ts'
import { readInTime } from '../storage/patience.ts'
import { watchSet } from '../platform/observable.ts'
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

/** Contents of files that were put away; `takeBack`: for a person who stays after all. */
type FilesAway = { takeBack: () => Promise<void> }

const filesStay: FilesAway = { takeBack: async () => undefined }

/**
 * Seals contents that the server lacks, before the work ends: they are large, and one that cannot be sealed must be told while the person
 * can still stay. Where nothing can be sealed they stay as they lie, like changes. Answers undefined when it fails; nothing is sealed then.
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

/** The tabs of this person, this one among them. */
export type LeavingTabs = {
  /** Asks the other tabs to store what is typed in them; each answers with `hear(nonce)`. */
  ask: (nonce: string) => void
  /** Tells all tabs, this one too, that nothing may be stored any more. */
  end: () => void
  /** Closes the device in this tab. */
  close: () => Promise<void>
}

type Options = { local: LocalParts; drafts: DraftBook; keys: SealKeys | undefined; tabs: LeavingTabs }

/** What becomes of a person's work on this device when they sign out. */
export type DeviceLeaving = {
  /** A form stores at once what is typed in it when it is called: somebody signs out, maybe in another tab. */
  onKeepNow: (listener: () => void) => () => void
  /** What of this person is on this device alone, in all tabs. @throws AppError UNAVAILABLE when the storage does not answer */
  count: () => Promise<Leaving>
  /**
   * Ends this person's work on this device: the shop's rows go, and what only this device has goes with them or stays for the same
   * person's next sign-in, sealed where that can be. `told`: what the person decided upon.
   * @throws AppError UNAVAILABLE when the storage fails or does not answer; the work goes on then
   */
  leave: (choice: LeaveChoice, told: Leaving) => Promise<LeaveOutcome>
  /** Closes and deletes this user's databases, whatever they hold. */
  wipe: () => Promise<void>
}

export type LeavePath = {
  leaving: DeviceLeaving
  /** Stores what is typed in the forms of this tab. */
  keepForms: () => Promise<void>
  hear: (nonce: string) => void
  /** Learns from the server which key to seal with. Once a page is enough; a server that was set back may have lost it. */
  learnKey: () => Promise<SealKey | undefined>
}

/** A tab that has not answered by then stands still: what it noted before counts. */
const tabPatienceMs = 600
const keyPatienceMs = 3_000
/** What a tab that stands still holds up longer is left for the next opening. */
const sweepPatienceMs = 10_000
const restPatienceMs = 40_000
const markPatienceMs = 2_000

/** Signing out, as the tabs of one user do it together. */
export function createLeavePath({ local, drafts, keys, tabs }: Options): LeavePath {
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
      // The next connection asks again.
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

  const lockName = writeLockName(userId)
  const underLock = <T>(run: () => Promise<T>): Promise<T> => runUnderTakenLock(ports.locks, lockName, () => runAsHolder(ports.openChannel(lockName), run))

  /** What it did counts, also where the lock was taken from it meanwhile: it ends the work in one transaction, or not at all. */
  const endUnderLock = async (choice: LeaveChoice, told: Leaving | undefined): Promise<LeaveOutcome> => {
    let ending: Promise<LeaveOutcome> | undefined
    let isGivenUp = false
    const granted = Promise.withResolvers<void>()
    const end = async (): Promise<LeaveOutcome> => {
      if (isGivenUp) throw new AppError('UNAVAILABLE')
      granted.resolve()
      const ended = await endWork(device, choice, told)
      if (!ended.isOver) return ended
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
      // Locks that know this page only take nothing by force.
      await readInTime(Promise.race([granted.promise, outcome]))
    } catch (error) {
      isGivenUp = true
      throw error
    }
    return outcome
  }

  /** The work is over; what is left are rows, and what a tab stored that stood still. */
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

  /** `told` missing: whatever there is. */
  const leave = async (choice: LeaveChoice, told?: Leaving): Promise<LeaveOutcome> => {
    let outcome: LeaveOutcome
    const files = choice === 'keep' ? await putFilesAway(device) : filesStay
    if (files === undefined && told?.isSealable === true) return { isOver: false, leaving: { ...(await countLeaving(device)), isSealable: false } }
    try {
      outcome = await endUnderLock(choice, told)
    } catch (error) {
      // Another tab may have ended it meanwhile; then that one removes the rest.
      if (!(await readInTime(hasEnded(userId), markPatienceMs).catch(() => false))) {
        await files?.takeBack()
        throw error
      }
      await closeInTime(tabs.close())
      return { isOver: true }
    }
    if (!outcome.isOver) await files?.takeBack()
    // What fails here goes at the next opening.
    if (outcome.isOver) await within(restPatienceMs, removeRest(choice))
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
