import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'
import { inOneGo, ListQueues, readInSteps, sortInSteps } from './list-steps.ts'

describe('lists take turns', () => {
  test('caller by caller, however many one of them asks for', async () => {
    const queue = new FairQueue(1)
    const done: string[] = []
    const asked = ['ann 1', 'ann 2', 'ann 3', 'bob 1', 'ann 4', 'bob 2', 'cid 1']
    await Promise.all(asked.map((name) => queue.run(name.slice(0, 3), async () => void done.push(name))))
    expect(done).toEqual(['ann 1', 'ann 2', 'bob 1', 'cid 1', 'ann 3', 'bob 2', 'ann 4'])
  })

  test('so many at once, and one that fails leaves its place', async () => {
    const queue = new FairQueue(2)
    let [running, most] = [0, 0]
    const work = async (index: number) => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      if (index % 2 === 0) throw new Error('broken')
      return index
    }
    const results = await Promise.allSettled(Array.from({ length: 9 }, (_, index) => queue.run('ann', () => work(index))))
    expect(most).toBe(2)
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual([false, true, false, true, false, true, false, true, false])
  })

  test('with a round of everything else between two steps', async () => {
    const turns = new ListQueues().of('ann')
    const order: string[] = []
    let isDone = false
    const others = (async () => {
      while (!isDone) {
        order.push('-')
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    await Promise.all(['1', '2', '3', '4'].map((name) => turns.step(() => void order.push(name))))
    isDone = true
    await others
    expect(order.join('')).toMatch(/^-+1-+2-+3-+4-*$/)
  })
})

describe('in steps', () => {
  test('rows are sorted as in one go, equal ones in their order', async () => {
    const rows = fc.array(fc.record({ name: fc.integer({ min: 0, max: 40 }), place: fc.integer() }), { maxLength: 4_000, size: 'max' })
    await fc.assert(
      fc.asyncProperty(rows, async (items) => {
        const compare = (one: { name: number }, other: { name: number }) => one.name - other.name
        expect(await sortInSteps(inOneGo, items, compare)).toEqual(items.toSorted(compare))
      }),
      { numRuns: 30 },
    )
  })

  test('rows are read until there are no more', async () => {
    const keys = Array.from({ length: 4_000 }, (_, index) => String(index).padStart(5, '0'))
    const asked: string[] = []
    const rows = await readInSteps(inOneGo, String, async (above, limit) => {
      asked.push(above)
      return keys.filter((key) => key > above).slice(0, limit)
    })
    expect(rows).toEqual(keys)
    expect(asked).toEqual(['', '01999', '03999'])
  })
})
