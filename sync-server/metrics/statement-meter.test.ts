import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { StatementMeter, type DatabaseWork } from './statement-meter.ts'

test('work that goes on side by side counts its own statements, and all together are the total', async () => {
  const meter = new StatementMeter()
  const run = async (statements: number, work: DatabaseWork): Promise<DatabaseWork> => {
    await meter.during(work, async () => {
      for (let count = 0; count < statements; count += 1) {
        await delay(0)
        meter.add(2)
      }
    })
    return work
  }
  const works = await Promise.all([1, 5, 3].map((statements) => run(statements, { statements: 0, ms: 0, trips: 0 })))
  expect(works).toEqual([
    { statements: 1, ms: 2, trips: 0 },
    { statements: 5, ms: 10, trips: 0 },
    { statements: 3, ms: 6, trips: 0 },
  ])
  meter.add(1)
  expect(meter.total).toEqual({ statements: 10, ms: 19, trips: 0 })
})
