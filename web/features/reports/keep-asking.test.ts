import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepAsking } from './use-report-money.ts'

const tookMs = 1_000

function begin(options: { isAnswered?: () => boolean; isNeeded?: () => boolean } = {}) {
  const asked: { atMs: number; signal: AbortSignal }[] = []
  const startedAt = Date.now()
  const asking = keepAsking({
    ask: async (signal) => {
      asked.push({ atMs: Date.now() - startedAt, signal })
      await new Promise((resolve) => setTimeout(resolve, tookMs))
      return options.isAnswered?.() ?? true
    },
    isNeeded: options.isNeeded ?? (() => true),
    pauseMs: 400,
    retryMs: 5_000,
    monotonic: () => Date.now(),
  })
  return { asking, asked, times: () => asked.map(({ atMs }) => atMs) }
}

describe('asking the server for what changes here', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('begins at once and asks no more while nothing changes', async () => {
    const { times } = begin()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(times()).toEqual([0])
  })

  it('asks one question at a time while changes stream in, aborts none, and rests as long as an answer took', async () => {
    const { asked, asking, times } = begin()
    for (let ms = 0; ms < 7_000; ms += 20) {
      asking.changed()
      await vi.advanceTimersByTimeAsync(20)
    }
    expect(times()).toEqual([0, 2_000, 4_000, 6_000])
    await vi.advanceTimersByTimeAsync(60_000)
    // A change during the last request causes one more.
    expect(times()).toEqual([0, 2_000, 4_000, 6_000, 8_000])
    expect(asked.some(({ signal }) => signal.aborted)).toBe(false)
  })

  it('does not ask about a change that the answer has already', async () => {
    let isNeeded = false
    const { asking, times } = begin({ isNeeded: () => isNeeded })
    asking.changed()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(times()).toEqual([0])
    isNeeded = true
    asking.changed()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(times()).toEqual([0, 11_000])
  })

  it('tries again where nobody answered, and never once it is stopped', async () => {
    let isAnswered = false
    const { asked, asking, times } = begin({ isAnswered: () => isAnswered })
    await vi.advanceTimersByTimeAsync(6_500)
    isAnswered = true
    await vi.advanceTimersByTimeAsync(60_000)
    expect(times()).toEqual([0, 6_000])
    asking.changed()
    asking.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(times()).toEqual([0, 6_000])
    expect(asked.every(({ signal }) => signal.aborted)).toBe(true)
  })
})
