import { AppError } from '#schema/errors.ts'
import type { ChannelPort, LockPort, Wait } from '../platform/ports.ts'

/** A waiting tab asks this often whether the holder is alive. */
const askMs = 500
/** A holder silent for this long is frozen. */
const holderSilenceMs = 3_000
/** If a wait took this long, this tab itself slept and received no messages. */
const sleptMs = 2_500
/** Time for the storage to record the takeover; a tab frozen during a write blocks that. */
const takeOverMs = 6_000

const notRespondingMessage = 'Another tab of Mainspring is not responding. Close it, then save again.'

/** The lock was taken from this tab while it was frozen: it must not store what it was about to. */
export class StolenLockError extends AppError {
  constructor() {
    super('CONFLICT', notRespondingMessage)
  }
}

export type WriteLock = {
  /**
   * @throws AppError UNAVAILABLE if a frozen tab keeps the lock; StolenLockError if this tab was frozen; AbortError if
   *   this tab closed while waiting
   */
  hold: <T>(run: () => Promise<T>) => Promise<T>
  close: () => void
}

type Options = {
  name: string
  locks: LockPort
  channel: ChannelPort
  wait: Wait
  /** Milliseconds of a monotonic clock. */
  monotonic: () => number
  /** Prevents the previous holder from storing anything more. */
  fenceOff: () => Promise<void>
  /** The lock was taken from this tab, and its interrupted work has ended. */
  onStolen: () => void
}

type Message = 'ask' | 'alive'

/** `granted`: false if the wait for the lock was given up. */
type Hold<T> = { granted: Promise<boolean>; outcome: Promise<T> }

/** Runs work whose lock was obtained without `hold`, and answers waiting tabs meanwhile. Closes the channel. */
export async function runAsHolder<T>(channel: ChannelPort, run: () => Promise<T>): Promise<T> {
  let isOver = false
  channel.listen((message) => {
    if (message === 'ask' && !isOver) channel.post('alive')
  })
  channel.post('alive')
  try {
    return await run()
  } finally {
    isOver = true
    channel.close()
  }
}

/** Only one tab of a user writes at a time. A tab that closes or crashes releases the lock; from a frozen tab it is stolen. */
export function openWriteLock({ name, locks, channel, wait, monotonic, fenceOff, onStolen }: Options): WriteLock {
  let holding = 0
  /** Work of this tab, or work still running when the lock was stolen: it ends before new work starts. */
  let running: Promise<unknown> = Promise.resolve()
  let heardAt = Number.NEGATIVE_INFINITY
  const closing = new AbortController()
  const post = (message: Message): void => {
    if (!closing.signal.aborted) channel.post(message)
  }
  channel.listen((message) => {
    if (message === 'alive') heardAt = monotonic()
    else if (message === 'ask' && holding > 0) post('alive')
  })

  /** True if no holder was heard for too long; false if the wait was aborted. */
  const watchSilence = async (signal: AbortSignal): Promise<boolean> => {
    let since = monotonic()
    while (!signal.aborted) {
      const before = monotonic()
      await wait(askMs, signal)
      const now = monotonic()
      if (now - before > sleptMs || holding > 0) since = now
      if (!signal.aborted && now - Math.max(since, heardAt) > holderSilenceMs) return true
      if (!signal.aborted) post('ask')
    }
    return false
  }

  const begin = <T>(run: () => Promise<T>, options: Parameters<LockPort['request']>[1], isTaken: boolean): Hold<T> => {
    const granted = Promise.withResolvers<boolean>()
    const outcome = Promise.withResolvers<T>()
    outcome.promise.catch(() => undefined)
    let isGranted = false
    const runHeld = async (): Promise<void> => {
      isGranted = true
      holding++
      granted.resolve(true)
      const before = running
      running = outcome.promise.catch(() => undefined)
      try {
        await before
        if (isTaken) {
          post('alive')
          await inTime(fenceOff(), wait)
        }
        outcome.resolve(await run())
      } catch (error) {
        outcome.reject(error)
      } finally {
        holding--
      }
    }
    locks.request(name, options, runHeld).catch((error: unknown) => {
      if (!isGranted) return options.signal?.aborted === true ? granted.resolve(false) : granted.reject(error)
      // The lock was stolen. The work runs until the fence stops it.
      void outcome.promise.then(onStolen, onStolen)
    })
    return { granted: granted.promise, outcome: outcome.promise }
  }

  /** Only one waiting tab steals the lock; the others then hear that the holder lives. Undefined if a holder answered. */
  const takeOver = <T>(run: () => Promise<T>): Promise<Hold<T> | undefined> =>
    locks.request(`${name}-turn`, { signal: closing.signal }, async () => {
      const before = heardAt
      post('ask')
      await wait(askMs, closing.signal)
      // A closed channel receives no answers.
      closing.signal.throwIfAborted()
      if (heardAt > before) return undefined
      const taken = begin(run, { steal: true }, true)
      await taken.granted
      return taken
    })

  const hold = async <T>(run: () => Promise<T>): Promise<T> => {
    closing.signal.throwIfAborted()
    // The lock is local to this page, so no frozen tab can hold it.
    if (locks.isOfPage === true) return locks.request(name, {}, run)
    for (;;) {
      const queue = new AbortController()
      const signal = AbortSignal.any([queue.signal, closing.signal])
      const queued = begin(run, { signal }, false)
      void watchSilence(signal).then((isSilent) => {
        if (isSilent) queue.abort()
      })
      const isGranted = await queued.granted
      queue.abort()
      if (isGranted) return queued.outcome
      closing.signal.throwIfAborted()
      const taken = await takeOver(run)
      if (taken !== undefined) return taken.outcome
    }
  }

  return {
    hold,
    close() {
      closing.abort()
      channel.close()
    },
  }
}

async function inTime(work: Promise<void>, wait: Wait): Promise<void> {
  const patience = new AbortController()
  const late = wait(takeOverMs, patience.signal).then(() => {
    throw new AppError('UNAVAILABLE', notRespondingMessage)
  })
  // Aborting makes `late` reject after the race.
  late.catch(() => undefined)
  try {
    await Promise.race([work, late])
  } finally {
    patience.abort()
  }
}
