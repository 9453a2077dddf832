import { Backoff } from '../platform/backoff.ts'
import type { Ports } from '../platform/ports.ts'

export const heartbeatMs = 1_000
/** A leader that was not heard for this long is frozen: the lock is taken from it. Another leads within 5 s. */
const silenceMs = 3_000
const watchMs = 500
/** A watch that took this long means that this very tab slept, and so heard nobody. */
const sleptMs = 2_500
/** A term that lasted this long was a good one: when it fails, the next follows soon. */
const goodTermMs = 30_000

export type Leadership = {
  /** The leader's sign of life came. */
  hear: () => void
  /** Somebody looks again or the network is back: cuts short what is waited after a failed term. */
  wake: () => void
  /** Ends the term and the campaign; resolves when both are over. */
  close: () => Promise<void>
}

export type LeadershipPorts = Pick<Ports, 'locks' | 'monotonic' | 'random' | 'wait'>

/** What a tab does while it leads. */
export type Term = {
  /** Runs while this tab leads; must stop at once when the signal is aborted. */
  lead: (signal: AbortSignal) => Promise<void>
  sendHeartbeat: () => void
  /** A term ended by an error of its own; the next follows after a pause. */
  onFailure: (error: unknown) => void
}

/**
 * One tab per user leads. The lock passes on by itself when its tab closes or crashes; a frozen tab keeps it, so the leader
 * gives a sign of life each second, and whoever misses it takes the lock by force.
 */
export function startLeadership(name: string, ports: LeadershipPorts, { lead, sendHeartbeat, onFailure }: Term): Leadership {
  const { locks, monotonic, random, wait } = ports
  const closing = new AbortController()
  const backoff = new Backoff(random, wait)
  let heardAt = monotonic()

  const watchSilence = async (queue: AbortController): Promise<boolean> => {
    while (!queue.signal.aborted) {
      const before = monotonic()
      await wait(watchMs, queue.signal)
      if (monotonic() - before > sleptMs) heardAt = monotonic()
      if (!queue.signal.aborted && monotonic() - heardAt > silenceMs) return true
    }
    return false
  }

  const runTerm = async (signal: AbortSignal): Promise<void> => {
    const beat = async (): Promise<void> => {
      while (!signal.aborted) {
        sendHeartbeat()
        await wait(heartbeatMs, signal)
      }
    }
    await Promise.all([beat(), lead(signal)])
  }

  /** Queues for the lock once. True when the next try must take it by force. */
  const campaign = async (isForced: boolean): Promise<boolean> => {
    const queue = new AbortController()
    const term = new AbortController()
    const stop = (): void => {
      queue.abort()
      term.abort()
    }
    closing.signal.addEventListener('abort', stop)
    let running: Promise<void> | undefined
    let failure: { error: unknown } | undefined
    let isSilent = false
    const watching = watchSilence(queue).then((silent) => {
      isSilent = silent
      if (silent) queue.abort()
    })
    try {
      await locks.request(name, isForced ? { steal: true } : { signal: queue.signal }, async () => {
        queue.abort()
        if (closing.signal.aborted) return
        const startedAt = monotonic()
        running = runTerm(term.signal).catch((error: unknown) => {
          if (!term.signal.aborted) failure = { error }
          if (monotonic() - startedAt > goodTermMs) backoff.succeed()
        })
        await running
      })
    } catch (error) {
      // The wait for the lock was given up, or somebody took the lock from this tab.
      if (!isAbort(error)) failure = { error }
    } finally {
      stop()
      closing.signal.removeEventListener('abort', stop)
      await Promise.all([watching, running])
    }
    if (running !== undefined) heardAt = monotonic()
    // It must not end the campaign: whoever never leads never sends.
    if (failure !== undefined && !closing.signal.aborted) {
      onFailure(failure.error)
      await backoff.pause(closing.signal)
    }
    return isSilent && running === undefined
  }

  const campaigning = (async () => {
    let isForced = false
    while (!closing.signal.aborted) isForced = await campaign(isForced)
  })()

  return {
    hear: () => {
      heardAt = monotonic()
    },
    wake: () => backoff.restart(),
    async close() {
      closing.abort()
      await campaigning
    },
  }
}

const isAbort = (error: unknown): boolean => typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError'
