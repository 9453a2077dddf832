import { Backoff } from '../platform/backoff.ts'
import type { Ports } from '../platform/ports.ts'

export const heartbeatMs = 1_000
/** A leader silent for this long is frozen: its lock is stolen. Another tab leads within 5 s. */
const silenceMs = 3_000
const watchMs = 500
/** If a watch took this long, this tab itself slept and received no heartbeats. */
const sleptMs = 2_500
/** A term that lasted this long resets the backoff. */
const goodTermMs = 30_000

export type Leadership = {
  hear: () => void
  /** The page became visible or the network is back: cuts the pause after a failed term short. */
  wake: () => void
  /** Ends the term and the campaign; resolves when both are over. */
  close: () => Promise<void>
}

type LeadershipPorts = Pick<Ports, 'locks' | 'monotonic' | 'random' | 'wait'>

type Term = {
  /** Runs while this tab leads; must stop at once when the signal aborts. */
  lead: (signal: AbortSignal) => Promise<void>
  sendHeartbeat: () => void
  /** The term failed; the next follows after a pause. */
  onFailure: (error: unknown) => void
}

/**
 * One tab per user leads. A tab that closes or crashes releases the lock; a frozen one keeps it. So the leader sends a
 * heartbeat each second, and a tab that misses it steals the lock.
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

  /** Queues for the lock once. True if the next try must steal it. */
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
      // An abort means that the wait was given up, or the lock was stolen from this tab.
      if (!isAbort(error)) failure = { error }
    } finally {
      stop()
      closing.signal.removeEventListener('abort', stop)
      await Promise.all([watching, running])
    }
    if (running !== undefined) heardAt = monotonic()
    // A failure must not end the campaign: without a leader nothing is sent.
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
