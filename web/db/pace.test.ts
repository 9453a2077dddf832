import { describe, expect, it } from 'vitest'
import { Pace } from './pace.ts'

describe('how much is asked for at once', () => {
  it('shrinks after tries that took too long, not after quick failures, and grows back', async () => {
    let now = 0
    const pace = new Pace({ least: 25, most: 2_000, monotonic: () => now })
    const attempt = (durationMs: number, fails: boolean): Promise<unknown> =>
      pace
        .run(async () => {
          now += durationMs
          if (fails) throw new Error('no answer')
        })
        .catch(() => undefined)
    await attempt(100, true)
    expect(pace.size).toBe(2_000)
    await attempt(30_000, true)
    await attempt(30_000, true)
    expect(pace.size).toBe(125)
    for (let index = 0; index < 5; index++) await attempt(30_000, true)
    expect(pace.size).toBe(25)
    await attempt(9_000, false)
    expect(pace.size).toBe(25)
    for (let index = 0; index < 10; index++) await attempt(500, false)
    expect(pace.size).toBe(2_000)
  })
})
