import type { Bootstrap } from '#schema/api/sync.ts'
import { type Readable, watchSet } from './observable.ts'

/** `offsetMs`: what the server's clock showed more than this device's at the last connection; `serverTime`: the instant of it. */
export type ClockFacts = { offsetMs: number | null; serverTime: string | null }

/** A clock that is off by less is taken as right: answers take their time, and nobody plans by the minute. */
const clockToleranceMs = 10 * 60_000
const dayMs = 86_400_000

/**
 * What is to be added to the device's time, in milliseconds: 0 where its clock is right, or was set since it was measured.
 * No time before the last connection can be the present one.
 */
export function toCorrectionMs(deviceMs: number, { offsetMs, serverTime }: ClockFacts): number {
  if (offsetMs === null || Math.abs(offsetMs) <= clockToleranceMs) return 0
  const earliestMs = serverTime === null ? -Infinity : Date.parse(serverTime) - clockToleranceMs
  if (offsetMs < 0) return deviceMs + offsetMs < earliestMs ? 0 : offsetMs
  // A clock that was days behind and shows a time after the connection has been set.
  return offsetMs > dayMs && deviceMs >= earliestMs + clockToleranceMs && serverTime !== null ? 0 : offsetMs
}

type ClockSource = { clockOffset: Readable<number | null>; bootstrap: Readable<Bootstrap | null> }

let source: ClockSource | undefined
const listeners = new Set<() => void>()

const readClockFacts = ({ clockOffset, bootstrap }: ClockSource): ClockFacts => ({
  offsetMs: clockOffset.get(),
  serverTime: bootstrap.get()?.serverTime ?? null,
})

/** From here on the page's time goes by this device, the only one that a page opens. */
export function followClockOf(device: ClockSource): void {
  source = device
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  device.clockOffset.subscribe(tell)
  tell()
}

/** Tells when the time is corrected otherwise than before. */
export const watchClock = (listener: () => void): (() => void) => watchSet(listeners, listener)

/** What is to be added to this device's time now, in milliseconds; 0 while its clock is right. */
export const presentCorrectionMs = (): number => (source === undefined ? 0 : toCorrectionMs(Date.now(), readClockFacts(source)))

/** An instant that this device's clock showed, as the server's would have shown it. */
export const correctTime = (shown: Date): Date => new Date(shown.getTime() + presentCorrectionMs())

/** The same for ISO texts. */
export const correctInstant = (instant: string): string => (presentCorrectionMs() === 0 ? instant : correctTime(new Date(instant)).toISOString())

/** The present time: THE place to ask for what today is, wherever a person chooses or reads a date. */
export const correctedNow = (): Date => correctTime(new Date())
