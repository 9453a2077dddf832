import { AppError } from '#schema/errors.ts'
import type { ChannelPort, LockPort, Wait } from '../platform/ports.ts'

/** Who waits for the lock asks this often whether its holder lives. */
const askMs = 500
/** A holder that said nothing for so long is frozen. */
const holderSilenceMs = 3_000
/** A wait that took this long means that this very tab slept, and so heard nobody. */
const sleptMs = 2_500
/** How long the storage may take to let the lock be taken over: a tab that stands still in the middle of storing holds it up too. */
const takeOverMs = 6_000

const notRespondingMessage = 'Another tab of Mainspring is not responding. Close it, then save again.'

/** The lock was taken from this tab while it stood still: what it was about to store it must not store any more. */
export class StolenLockError extends AppError {
  constructor() {
    super('CONFLICT', notRespondingMessage)
  }
}

export type WriteLock = {
  /**
   * @throws AppError UNAVAILABLE when a tab that stands still keeps it; StolenLockError when this one stood still; AbortError when
   * this one closed while it waited
   */
  hold: <T>(run: () => Promise<T>) => Promise<T>
  close: () => void
}

type Options = {
  name: string
  locks: LockPort
  channel: ChannelPort
  wait: Wait
  /** Milliseconds of a clock that only goes forward. */
  monotonic: () => number
  /** Keeps whoever held the lock before from storing anything more. */
  fenceOff: () => Promise<void>
  /** The lock was taken from this tab; what it did meanwhile is over. */
  onStolen: () => void
}

type Message = 'ask' | 'alive'

/** `granted`: false when the wait for the lock was given up. */
type Hold<T> = { granted: Promise<boolean>; outcome: Promise<T> }

/** Runs what holds the lock by another way than `hold`, and tells those who wait for it that its holder lives. Closes the channel. */
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

/** One tab of a user writes at a time. Closing or crashing passes the lock on; from a tab that stands still it is taken. */
export function openWriteLock({ name, locks, channel, wait, monotonic, fenceOff, onStolen }: Options): WriteLock {
  let holding = 0
  /** What this tab does, or still did when the lock was taken from it: it ends before the tab begins anything else. */
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

  /** True once nobody who holds the lock has been heard for too long; false when there is nothing to wait for any more. */
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
      // Somebody took it by force. What runs goes on until it meets the fence.
      void outcome.promise.then(onStolen, onStolen)
    })
    return { granted: granted.promise, outcome: outcome.promise }
  }

  /** Of several that wait only one takes the lock: the others hear that it lives. Undefined when somebody does. */
  const takeOver = <T>(run: () => Promise<T>): Promise<Hold<T> | undefined> =>
    locks.request(`${name}-turn`, { signal: closing.signal }, async () => {
      const before = heardAt
      post('ask')
      await wait(askMs, closing.signal)
      // Once it is closed it hears nobody.
      closing.signal.throwIfAborted()
      if (heardAt > before) return undefined
      const taken = begin(run, { steal: true }, true)
      await taken.granted
      return taken
    })

  const hold = async <T>(run: () => Promise<T>): Promise<T> => {
    closing.signal.throwIfAborted()
    // Nobody but this page can hold it, and this page runs.
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
  // It ends with the patience, when nobody listens any more.
  late.catch(() => undefined)
  try {
    await Promise.race([work, late])
  } finally {
    patience.abort()
  }
}
