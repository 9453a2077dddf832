import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { v7 } from 'uuid'
import { mutationMaxOps, pushMaxMutations, type MutationResult } from '#schema/api/sync.ts'
import { stepsPerRound } from '../../db/work-steps.ts'
import { startSyncServer, type Client, type SyncServer } from '../../testing/test-sync-server.ts'
import { contentOf, create, mutation, orderValues, update } from '../../testing/test-world.ts'

/** Statements of a round: those of its steps, and of the test's own request. */
const statementsMost = 2 * stepsPerRound

let server: SyncServer
let shopId: string
let ada: Client

beforeEach(async () => {
  server = await startSyncServer()
  shopId = await server.addShop()
  ada = await server.signIn(await server.addUser({ shopIds: [shopId] }))
})
afterEach(() => server.stop())

async function push(mutations: readonly unknown[]): Promise<MutationResult[]> {
  const { body } = await ada.post('/api/sync/push', { deviceId: 'tablet', deviceTime: server.now.toISOString(), mutations })
  return body['results'] as MutationResult[]
}

/** Rounds of the event loop during `run`, and the most statements of one. */
async function countRounds(run: () => Promise<unknown>): Promise<{ rounds: number; statements: number }> {
  const { total } = server.services.metrics.database
  let [isDone, before, rounds, statements] = [false, total.statements, 0, 0]
  const endRound = (): void => {
    rounds++
    statements = Math.max(statements, total.statements - before)
    before = total.statements
    if (!isDone) setImmediate(endRound)
  }
  setImmediate(endRound)
  await run()
  isDone = true
  return { rounds, statements }
}

const times = <Made>(count: number, make: (index: number) => Made): Made[] => Array.from({ length: count }, (_, index) => make(index))
const customer = (index: number) => create('customers', v7(), { name: 'Mary', phone: `555123${String(index).padStart(4, '0')}`, countryCode: '+1' })

describe('between two rounds of the event loop, which serve other requests, lie few steps of', () => {
  it.each<[string, () => unknown[]]>([
    ['a mutation of 500 customers', () => [mutation(shopId, times(mutationMaxOps, customer))]],
    [
      '500 customers with one number',
      () => [
        mutation(
          shopId,
          times(mutationMaxOps, () => customer(0)),
        ),
      ],
    ],
    ['500 mutations of one order', () => times(pushMaxMutations, () => mutation(shopId, [create('orders', v7(), orderValues(maryId))]))],
    ['500 refused mutations', () => times(pushMaxMutations, () => mutation(shopId, [create('orders', v7(), orderValues(v7()))]))],
    ['categories on twelve levels', () => [mutation(shopId, times(40, nestedCategories).flat())]],
  ])('%s', async (_, toMutations) => {
    await push([mutation(shopId, [create('customers', maryId, { name: 'Mary' })])])
    const mutations = toMutations()
    const { rounds, statements } = await countRounds(() => push(mutations))
    expect(statements).toBeLessThanOrEqual(statementsMost)
    expect(rounds).toBeGreaterThanOrEqual(480 / stepsPerRound)
  })

  const maryId = v7()
  const nestedCategories = () => {
    const ids = times(12, () => v7())
    return ids.map((id, level) => create('categories', id, { name: 'Parts', parentId: ids[level - 1] ?? null }))
  }
})

it('a push of more than a thousand operations takes several transactions, and answers each row as the last one left it', async () => {
  const maryId = v7()
  const customers = times(2, () => mutation(shopId, times(mutationMaxOps, customer)))
  const transactions = vi.spyOn(server.services.db, 'transaction')
  const first = mutation(shopId, [create('customers', maryId, { name: 'Mary' })])
  const last = mutation(shopId, [update('customers', maryId, { name: ['Mary', 'Maria'] })])
  const results = await push([first, ...customers, last])
  expect(transactions).toHaveBeenCalledTimes(2)
  expect(results.map(({ outcome }) => outcome)).toEqual(times(4, () => 'applied'))
  expect(contentOf(results[0], maryId)['name']).toBe('Maria')
})

it('a mutation of more than 500 operations is refused', async () => {
  const [result] = await push([mutation(shopId, times(mutationMaxOps + 1, customer))])
  expect(result?.error?.code).toBe('VALIDATION')
})
