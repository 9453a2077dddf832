import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { create, createWorld, mutation, update, type World } from '../../testing/test-world.ts'
import { answerMaxLength } from './push-results.ts'

const long = 'The customer called again. '.repeat(700)

describe('the answer to a push', () => {
  let world: World
  let shopId: string
  let userId: string
  const customerIds = Array.from({ length: 400 }, () => v7())

  beforeAll(async () => {
    world = await createWorld()
    shopId = await world.addShop()
    userId = await world.addUser({ shopIds: [shopId] })
    for (let start = 0; start < customerIds.length; start += 10) {
      await world.push(userId, [
        mutation(
          shopId,
          customerIds.slice(start, start + 10).map((id) => create('customers', id, { name: 'Mary', customerNotes: long })),
        ),
      ])
    }
  })
  afterAll(() => world.close())

  const lengthOf = (value: unknown): number => JSON.stringify(value).length

  it('holds a row once where many invalid mutations name it', async () => {
    const named = customerIds.slice(0, 20).map((id) => ({ action: 'update', collection: 'customers', id }))
    const results = await world.push(
      userId,
      Array.from({ length: 400 }, () => ({ id: v7(), shopId, at: 'no time', ops: named })),
    )
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['rejected']))
    const documents = results.flatMap((result) => result.documents.map(({ document }) => document.id))
    expect(documents.toSorted()).toEqual(customerIds.slice(0, 20).toSorted())
    expect(results.at(-1)?.documents).toHaveLength(20)
    expect(lengthOf(results)).toBeLessThan(answerMaxLength)
  })

  it('leaves out what does not fit, rows of refused mutations first', async () => {
    const refused = customerIds.slice(200).map((id) => ({ id: v7(), shopId, at: 'no time', ops: [{ action: 'update', collection: 'customers', id }] }))
    const applied = customerIds.slice(0, 100).map((id) => mutation(shopId, [update('customers', id, { name: ['Mary', 'Marie'] })]))
    const results = await world.push(userId, [...refused, ...applied])
    expect(lengthOf(results)).toBeLessThan(answerMaxLength + 500_000)
    for (const [index, result] of results.slice(refused.length).entries()) {
      expect(result).toMatchObject({ outcome: 'applied', documents: [{ document: { id: customerIds[index], name: 'Marie', customerNotes: long } }] })
    }
    const left = results.slice(0, refused.length).filter(({ documents }) => documents.length === 0)
    expect(left.length).toBeGreaterThan(50)
    expect(left.length).toBeLessThan(refused.length)
  })

  it('leaves out applied rows too when they are more than any honest push touches', async () => {
    const mutations = customerIds.map((id, index) => mutation(shopId, [update('customers', id, { email: [null, `${index}@example.com`] })]))
    const results = await world.push(userId, mutations)
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['applied']))
    expect(lengthOf(results)).toBeLessThan(answerMaxLength + 500_000)
    const again = await world.push(userId, mutations)
    expect(again.map(({ outcome, documents }) => [outcome, documents.length])).toEqual(results.map(({ outcome, documents }) => [outcome, documents.length]))
  })

  it('tells every row of every honest mutation, also of those that change the same row', async () => {
    const orderNotes = Array.from({ length: 300 }, (_, index) =>
      mutation(shopId, [update('customers', customerIds[index % 5] ?? '', { name: [null, `Mary ${index}`], customerNotes: [long, 'short'] })]),
    )
    const results = await world.push(userId, orderNotes)
    for (const [index, { documents }] of results.entries()) expect(documents.map(({ document }) => document.id)).toEqual([customerIds[index % 5]])
  })
})
