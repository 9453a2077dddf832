import { afterEach, describe, expect, it } from 'vitest'
import { startLeadership, type Leadership } from './leadership.ts'
import { longestPauseMs } from '../platform/backoff.ts'
import { browserLocks, createTabLocks, type Wait } from '../platform/ports.ts'

const running: Leadership[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((leadership) => leadership.close()))
})

/** A clock that jumps to the end of the shortest wait when nothing else runs. */
function virtualTime() {
  let nowMs = 0
  const sleepers: { atMs: number; wake: () => void }[] = []
  const wait: Wait = (durationMs, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const sleeper = { atMs: nowMs + durationMs, wake: resolve }
      sleepers.push(sleeper)
      signal.addEventListener('abort', () => {
        const place = sleepers.indexOf(sleeper)
        if (place >= 0) sleepers.splice(place, 1)
        resolve()
      })
    })
  const step = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve))
    sleepers.sort((a, b) => a.atMs - b.atMs)
    const next = sleepers.shift()
    if (next === undefined) return
    nowMs = next.atMs
    next.wake()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { wait, monotonic: () => nowMs, step }
}

describe('a term of leading that fails', () => {
  for (const error of [new Error('IndexedDB is gone'), new DOMException('A transaction was aborted', 'AbortError')]) {
    it(`with ${error.name} is told, and others follow after ever longer pauses, never none`, async () => {
      const { wait, monotonic, step } = virtualTime()
      const startedAtMs: number[] = []
      const failures: unknown[] = []
      const ports = { locks: createTabLocks(), wait, monotonic, random: () => 1 }
      const leadership = startLeadership('lead', ports, {
        sendHeartbeat: () => undefined,
        onFailure: (failure) => void failures.push(failure),
        lead: async () => {
          startedAtMs.push(monotonic())
          throw error
        },
      })
      running.push(leadership)
      while (startedAtMs.length < 9) await step()
      expect(failures.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => error))
      const pauses = startedAtMs.slice(1).map((atMs, index) => atMs - (startedAtMs[index] ?? 0))
      expect(pauses.map((pause) => Math.round(pause / 1_000))).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
      expect(Math.max(...pauses)).toBeLessThanOrEqual(longestPauseMs)
    })
  }

  it('lets go of the lock at once, so that another tab leads meanwhile', async () => {
    const { wait, monotonic, step } = virtualTime()
    const locks = createTabLocks()
    const ledBy: string[] = []
    const start = (name: string, lead: (signal: AbortSignal) => Promise<void>): void => {
      const ports = { locks, wait, monotonic, random: () => 1 }
      running.push(
        startLeadership('lead', ports, {
          sendHeartbeat: () => undefined,
          onFailure: () => undefined,
          lead: (signal) => {
            ledBy.push(name)
            return lead(signal)
          },
        }),
      )
    }
    start('failing', () => Promise.reject(new Error('IndexedDB is gone')))
    start('sound', (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())))
    for (let steps = 0; steps < 5; steps++) await step()
    expect(ledBy).toEqual(['failing', 'sound'])
  })
})

it('a leader that is silent because it is frozen is followed within five seconds, and one that is heard is not', async () => {
  const { wait, monotonic, step } = virtualTime()
  const locks = browserLocks()
  const ledAtMs: [string, number][] = []
  const start = (name: string, own: Wait): Leadership => {
    const leadership = startLeadership(
      'lead-of-frozen',
      { locks, wait: own, monotonic, random: () => 1 },
      {
        sendHeartbeat: () => undefined,
        onFailure: () => undefined,
        lead: (signal) => {
          ledAtMs.push([name, monotonic()])
          return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
        },
      },
    )
    running.push(leadership)
    return leadership
  }
  // A frozen tab keeps the lock, and its timers do not fire.
  start('frozen', (_durationMs, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())))
  const other = start('other', wait)
  while (monotonic() < 60_000) {
    other.hear()
    await step()
  }
  expect(ledAtMs).toEqual([['frozen', 0]])
  const frozenAtMs = monotonic()
  while (monotonic() < frozenAtMs + 5_000) await step()
  expect(ledAtMs).toEqual([
    ['frozen', 0],
    ['other', expect.any(Number)],
  ])
})
