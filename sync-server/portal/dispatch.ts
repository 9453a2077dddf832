import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../services.ts'
import { SmsRefused, type Sms, type SmsSender } from './sms/sms.ts'

/** Below the ten seconds that a customer waits at most, with room for the rest of the request. */
const limitMs = 9_000
const remembered = 16

export type Dispatch = ReturnType<typeof createDispatch>

/** `monotonic`, in milliseconds, and `wait` are for tests. */
export type DispatchOptions = {
  maxMs?: number
  firstGuessMs: number
  onOutcome?: (outcome: 'sent' | 'refused' | 'failed') => void
  monotonic?: () => number
  wait?: (durationMs: number) => Promise<unknown>
}

/**
 * Sends messages so that the answer does not tell whose number is known: sending is awaited, and for a number that gets
 * nothing a duration of the last real ones is waited out, with the last real one's outcome.
 */
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
    /** False when the carrier failed or was too slow. A number that it refuses counts as sent to: an error would reveal that it is known. */
    async deliver(sms: Sms): Promise<boolean> {
      const startedMs = monotonic()
      const limit = AbortSignal.timeout(maxMs)
      try {
        // The race ends also with an adapter that ignores its signal.
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
    /** Waits as a real message would, for a number that gets none. */
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
