import { describe, expect, it } from 'vitest'
import { Backoff, longestPauseMs, shortestPauseMs } from './backoff.ts'

/** A backoff whose pauses are recorded and end at once, or on command. */
function createBackoff() {
  const pauses: number[] = []
  let isHeld = false
  const backoff = new Backoff(
    () => 1,
    (durationMs, signal) => {
      pauses.push(durationMs)
      return isHeld ? new Promise((resolve) => signal.addEventListener('abort', () => resolve())) : Promise.resolve()
    },
  )
  return { backoff, pauses, hold: () => void (isHeld = true), release: () => void (isHeld = false) }
}

const { signal } = new AbortController()

describe('pauses between failing tries', () => {
  it('double from one second to a minute', async () => {
    const { backoff, pauses } = createBackoff()
    for (let tries = 0; tries < 9; tries++) await backoff.pause(signal)
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 1_000))
  })

  it('do not grow by the tries that changes made offline caused', async () => {
    const { backoff, pauses, hold, release } = createBackoff()
    hold()
    for (let changes = 0; changes < 50; changes++) {
      const pause = backoff.pause(signal)
      backoff.wake()
      await pause
    }
    release()
    await backoff.pause(signal)
    expect(pauses.at(-1)).toBe(shortestPauseMs)
  })

  it('start anew when the network comes back', async () => {
    const { backoff, pauses } = createBackoff()
    for (let tries = 0; tries < 9; tries++) await backoff.pause(signal)
    expect(pauses.at(-1)).toBe(longestPauseMs)
    backoff.restart()
    await backoff.pause(signal)
    expect(pauses.at(-1)).toBe(shortestPauseMs)
  })
})
