import { beforeEach, describe, expect, it } from 'vitest'
import { FanOut } from './fan-out.ts'

describe('the turns of live streams', () => {
  let turns: FanOut
  let told: string[]

  beforeEach(() => {
    turns = new FanOut()
    told = []
  })

  const join = (name: string, restMs = 0): Promise<number> =>
    new Promise((resolve) => {
      const send = (): void => {
        told.push(name)
        resolve(performance.now())
      }
      turns.join(send, restMs)
    })

  it('begin when what runs now is done, with all who wait by then', async () => {
    const first = join('first')
    const second = join('second')
    await Promise.resolve()
    told.push('answer')
    await Promise.all([first, second])
    expect(told).toEqual(['answer', 'first', 'second'])
  })

  it('rest in between for as long as the streams ask', async () => {
    const firstMs = await join('first', 60)
    // Timers may be a millisecond early.
    expect((await join('second')) - firstMs).toBeGreaterThanOrEqual(59)
  })

  it('rest for as long as the turn took', async () => {
    const burnt = new Promise<number>((resolve) => {
      const burn = (): void => {
        const start = process.cpuUsage()
        while (process.cpuUsage(start).user < 50_000);
        resolve(performance.now())
      }
      turns.join(burn, 0)
    })
    const endMs = await burnt
    expect((await join('next')) - endMs).toBeGreaterThanOrEqual(49)
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
