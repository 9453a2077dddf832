import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inOneGo, ListQueues, readInSteps, sortInSteps } from './list-steps.ts'

describe('lists take turns', () => {
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
