import { setImmediate as waitForNextRound } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FanOut } from './fan-out.ts'

describe('the turns of live streams', () => {
  let turns: FanOut
  let told: string[]
  let cpuMs: number

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    cpuMs = 0
    turns = new FanOut({ nextRound: () => waitForNextRound(), readCpuMs: () => cpuMs })
    told = []
  })
  afterEach(() => void vi.useRealTimers())

  /** `tookMs`: CPU time that sending takes. */
  const join = (name: string, { restMs = 0, tookMs = 0 } = {}): Promise<void> =>
    new Promise((resolve) => {
      const send = (): void => {
        told.push(name)
        cpuMs += tookMs
        resolve()
      }
      turns.join(send, restMs)
    })

  /** Runs enough event loop rounds for a batch without rest. */
  const passRounds = async (): Promise<void> => {
    for (let round = 0; round < 5; round += 1) await waitForNextRound()
  }

  it('begin when what runs now is done, with all who wait by then', async () => {
    const first = join('first')
    const second = join('second')
    await Promise.resolve()
    told.push('answer')
    await Promise.all([first, second])
    expect(told).toEqual(['answer', 'first', 'second'])
  })

  it('rest in between for as long as the streams ask', async () => {
    await join('first', { restMs: 60 })
    const second = join('second')
    await passRounds()
    vi.advanceTimersByTime(59)
    await passRounds()
    expect(told).toEqual(['first'])
    vi.advanceTimersByTime(1)
    await second
  })

  it('rest for as long as the turn took', async () => {
    await join('first', { tookMs: 50 })
    const second = join('second')
    await passRounds()
    vi.advanceTimersByTime(49)
    await passRounds()
    expect(told).toEqual(['first'])
    vi.advanceTimersByTime(1)
    await second
  })

  it('rest for half a second at most', async () => {
    await join('first', { tookMs: 60_000 })
    const second = join('second')
    await passRounds()
    vi.advanceTimersByTime(500)
    await second
    expect(told).toEqual(['first', 'second'])
  })

  it('let requests pass between many streams', async () => {
    const streams = Array.from({ length: 600 }, (_, index) => join(`stream ${index}`))
    await streams[0]
    setImmediate(() => told.push('request'))
    await Promise.all(streams)
    expect(told.indexOf('request')).toBeGreaterThan(0)
    expect(told.indexOf('request')).toBeLessThan(600)
  })
})
