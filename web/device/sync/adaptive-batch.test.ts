import { describe, expect, it } from 'vitest'
import { AdaptiveBatch } from './adaptive-batch.ts'

describe('how much is asked for at once', () => {
  it('shrinks after tries that took too long, not after quick failures, and grows back', async () => {
    let now = 0
    const batchSize = new AdaptiveBatch({ least: 25, most: 2_000, monotonic: () => now })
    const attempt = (durationMs: number, fails: boolean): Promise<unknown> =>
      batchSize
        .run(async () => {
          now += durationMs
          if (fails) throw new Error('no answer')
        })
        .catch(() => undefined)
    await attempt(100, true)
    expect(batchSize.size).toBe(2_000)
    await attempt(30_000, true)
    await attempt(30_000, true)
    expect(batchSize.size).toBe(125)
    for (let index = 0; index < 5; index++) await attempt(30_000, true)
    expect(batchSize.size).toBe(25)
    await attempt(9_000, false)
    expect(batchSize.size).toBe(25)
    for (let index = 0; index < 10; index++) await attempt(500, false)
    expect(batchSize.size).toBe(2_000)
  })

  it('hazard 48: shrinks from what was really sent, and gives the least size more time when even that was too much', async () => {
    let now = 0
    const batchSize = new AdaptiveBatch({ least: 1, most: 100, monotonic: () => now })
    const limits: number[] = []
    const attempt = (needsMs: number, size?: number): Promise<unknown> =>
      batchSize
        .run(async (limitMs) => {
          limits.push(limitMs)
          now += Math.min(needsMs, limitMs)
          if (needsMs > limitMs) throw new Error('gave up')
        }, size)
        .catch(() => undefined)
    await attempt(131_000, 5)
    expect(batchSize.size).toBe(1)
    for (let index = 0; index < 4; index++) await attempt(131_000)
    expect(limits).toEqual([30_000, 30_000, 60_000, 120_000, 240_000])
    limits.length = 0
    // After quick answers the time limit falls back to its minimum.
    for (let index = 0; index < 5; index++) await attempt(500)
    expect(limits).toEqual([240_000, 120_000, 60_000, 30_000, 30_000])
  })
})
