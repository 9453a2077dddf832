import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../services.ts'
import { SmsRefused, type Sms, type SmsSender } from './sms/sms.ts'

/** A customer's page waits at most ten seconds; leave time for the rest of the request. */
const limitMs = 9_000
const remembered = 16

export type Dispatch = ReturnType<typeof createDispatch>

/** `monotonic` (ms) and `wait` are for tests. */
type DispatchOptions = {
  maxMs?: number
  firstGuessMs: number
  onOutcome?: (outcome: 'sent' | 'refused' | 'failed') => void
  monotonic?: () => number
  wait?: (durationMs: number) => Promise<unknown>
}

/** Hides whether a number is known: unknown numbers wait for a recent sending time and get the last result. */
export function createDispatch(
  send: SmsSender,
  log: Log,
  { maxMs = limitMs, firstGuessMs, onOutcome, monotonic = () => performance.now(), wait = sleep }: DispatchOptions,
) {
  const durationsMs: number[] = []
  let wasTaken = true

  const remember = (startedMs: number, isTaken: boolean): boolean => {
    durationsMs.push(monotonic() - startedMs)
    if (durationsMs.length > remembered) durationsMs.shift()
    wasTaken = isTaken
    return isTaken
  }

  return {
    /** False when the carrier failed or was too slow. A refused number counts as sent: an error would reveal that it is known. */
    async deliver(sms: Sms): Promise<boolean> {
      const startedMs = monotonic()
      const limit = AbortSignal.timeout(maxMs)
      try {
        // The race also ends when a sender ignores its signal.
        await Promise.race([send(sms, limit), rejectOn(limit)])
        onOutcome?.('sent')
        return remember(startedMs, true)
      } catch (error) {
        log.warn({ smsId: sms.id, err: error }, 'a text message was not sent')
        const isRefused = error instanceof SmsRefused
        onOutcome?.(isRefused ? 'refused' : 'failed')
        return remember(startedMs, isRefused)
      }
    },
    /** Waits like a real message, for an unknown number. */
    async pretend(): Promise<boolean> {
      const durationMs = durationsMs.length === 0 ? firstGuessMs : (durationsMs[randomInt(durationsMs.length)] ?? 0)
      const outcome = wasTaken
      await wait(durationMs)
      return outcome
    },
  }
}

const rejectOn = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }))
