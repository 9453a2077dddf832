import type { Bootstrap } from '#schema/api/sync.ts'
import { type Readable, watchSet } from './observable.ts'

/** `offsetMs`: the server clock's lead over this device at the last connection; `serverTime`: the time of that. */
type ClockFacts = { offsetMs: number | null; serverTime: string | null }

/** Smaller offsets are ignored: they include network latency. */
const clockToleranceMs = 10 * 60_000
const dayMs = 86_400_000

/**
 * Milliseconds to add to the device's time: 0 if its clock is right, or was set since the measurement, which shows when
 * the corrected time would precede the last connection.
 */
export function toCorrectionMs(deviceMs: number, { offsetMs, serverTime }: ClockFacts): number {
  if (offsetMs === null || Math.abs(offsetMs) <= clockToleranceMs) return 0
  const earliestMs = serverTime === null ? -Infinity : Date.parse(serverTime) - clockToleranceMs
  if (offsetMs < 0) return deviceMs + offsetMs < earliestMs ? 0 : offsetMs
  // A clock that was days behind and now shows a time after the connection has been set.
  return offsetMs > dayMs && deviceMs >= earliestMs + clockToleranceMs && serverTime !== null ? 0 : offsetMs
}

type ClockSource = { clockOffset: Readable<number | null>; bootstrap: Readable<Bootstrap | null> }

let source: ClockSource | undefined
const listeners = new Set<() => void>()

const readClockFacts = ({ clockOffset, bootstrap }: ClockSource): ClockFacts => ({
  offsetMs: clockOffset.get(),
  serverTime: bootstrap.get()?.serverTime ?? null,
})

/** Sets the page's only device as the source of the clock correction. */
export function followClockOf(device: ClockSource): void {
  source = device
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  device.clockOffset.subscribe(tell)
  tell()
}

/** Calls back when the correction changes. */
export const watchClock = (listener: () => void): (() => void) => watchSet(listeners, listener)

/** Milliseconds to add to this device's time now; 0 if its clock is right. */
export const presentCorrectionMs = (): number => (source === undefined ? 0 : toCorrectionMs(Date.now(), readClockFacts(source)))

/** Converts a time of this device's clock to the server's. */
export const correctTime = (shown: Date): Date => new Date(shown.getTime() + presentCorrectionMs())

/** The same for ISO strings. */
export const correctInstant = (instant: string): string => (presentCorrectionMs() === 0 ? instant : correctTime(new Date(instant)).toISOString())

/** The corrected present time. Use it wherever a user picks or reads a date. */
export const correctedNow = (): Date => correctTime(new Date())
