import { describe, expect, it } from 'vitest'
import { longestPauseMs, Pacer, shortestPauseMs } from './signal.ts'

/** A pacer whose pauses are noted and end at once, or when told. */
function createPacer() {
  const pauses: number[] = []
  let isHeld = false
  const pacer = new Pacer(
    () => 1,
    (durationMs, signal) => {
      pauses.push(durationMs)
      return isHeld ? new Promise((resolve) => signal.addEventListener('abort', () => resolve())) : Promise.resolve()
    },
  )
  return { pacer, pauses, hold: () => void (isHeld = true), release: () => void (isHeld = false) }
}

const { signal } = new AbortController()

describe('pauses between failing tries', () => {
  it('double from one second to a minute', async () => {
    const { pacer, pauses } = createPacer()
    for (let tries = 0; tries < 9; tries++) await pacer.pause(signal)
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 1_000))
  })

  it('do not grow by the tries that changes made offline caused', async () => {
    const { pacer, pauses, hold, release } = createPacer()
    hold()
    for (let changes = 0; changes < 50; changes++) {
      const pause = pacer.pause(signal)
      pacer.wake()
      await pause
    }
    release()
    await pacer.pause(signal)
    expect(pauses.at(-1)).toBe(shortestPauseMs)
  })

  it('start anew when the network comes back', async () => {
    const { pacer, pauses } = createPacer()
    for (let tries = 0; tries < 9; tries++) await pacer.pause(signal)
    expect(pauses.at(-1)).toBe(longestPauseMs)
    pacer.restart()
    await pacer.pause(signal)
    expect(pauses.at(-1)).toBe(shortestPauseMs)
  })
})
