import { describe, expect, it } from 'vitest'
import { mutationSchema } from '#schema/api/sync.ts'
import { createRandom } from './random.ts'
import { generateShop, type DemoShop } from './generate.ts'

const shop: DemoShop = {
  id: '3b0a3f4e-0d5c-4f55-9f0e-0b5a1f0a7c11',
  areaCode: '415',
  employeeIds: ['6f2cd3ce-4d5e-4f55-8a0e-1b5a1f0a7c12', '0d9b77d1-7a4e-4c35-9a3e-2b5a1f0a7c13'],
  checklistItemIds: ['a3c1d6b0-5a0e-4d55-9c0e-3b5a1f0a7c14'],
}
const now = new Date('2026-03-10T15:30:00.000Z')
const generate = (seed = 7, orders = 400) => generateShop(shop, createRandom(seed), now, orders)

describe('the demo generator', () => {
  it('gives the same mutations for the same seed and moment, and others for another seed', () => {
    expect(generate()).toEqual(generate())
    expect(generate(8)).not.toEqual(generate())
  })

  it('makes mutations that the sync protocol takes, in the order of time and none in the future', () => {
    const mutations = generate()
    for (const mutation of mutations) expect(mutationSchema.safeParse(mutation).error).toBeUndefined()
    const times = mutations.map(({ at }) => at)
    expect(times).toEqual([...times].sort())
    expect(times.at(-1)?.localeCompare(now.toISOString())).toBeLessThan(0)
    expect(new Set(mutations.map(({ id }) => id)).size).toBe(mutations.length)
  })

  it.each([400, 2_000])('makes %i orders, each after its customer', (wanted) => {
    const known = new Set<unknown>()
    let orders = 0
    let early = 0
    for (const op of generate(7, wanted).flatMap(({ ops }) => ops)) {
      if (op.action !== 'create') continue
      known.add(op.id)
      if (op.collection !== 'orders') continue
      orders += 1
      if (!known.has(op.values['customerId'])) early += 1
    }
    expect({ orders, early }).toEqual({ orders: wanted, early: 0 })
  })
})
