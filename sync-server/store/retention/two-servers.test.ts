import { afterEach, beforeEach, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { endOfDays, ledgerDays } from '#schema/rules/merge/retention.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { inTransaction } from '../../db/transaction.ts'
import { onPostgres } from '../../testing/test-database.ts'
import { create, createWorld, mutation, type World } from '../../testing/test-world.ts'
import { endOldDecisions } from './end-decisions.ts'

let world: World
let shopId: string
let userId: string

beforeEach(async () => {
  world = await createWorld()
  shopId = await world.addShop()
  userId = await world.addUser({ shopIds: [shopId] })
})
afterEach(() => world.close())

const later = (): string => endOfDays(new Date(world.now.getTime() + (ledgerDays + 1) * 86_400_000), ledgerDays)
const tasks = (count: number) => Array.from({ length: count }, () => mutation(shopId, [create('tasks', v7(), { description: 'task' })]))
const counts = async () => [
  (await world.services.reader.selectFrom('mutations').select('id').execute()).length,
  (await world.services.reader.selectFrom('past_mutations').select('id').execute()).length,
]

it('mutations that come again while their decisions end are each decided once', async () => {
  const sent = tasks(300)
  await world.push(userId, sent)
  const again = Array.from({ length: 6 }, (_, place) => world.push(userId, sent.slice(place * 50, place * 50 + 50)))
  const ending = (async () => {
    for (let ended = 1; ended > 0;) ended = (await inTransaction(world.services.db, (trx) => endOldDecisions(trx, later()))).ended
  })()
  const results = (await Promise.all(again)).flat()
  await ending
  expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['applied']))
  expect(await counts()).toEqual([0, 300])
  expect(await world.services.reader.selectFrom('tasks').select('id').execute()).toHaveLength(300)
  expect(await world.services.reader.selectFrom('activities').select('id').execute()).toHaveLength(300)
})

onPostgres(() => {
  it('one server at a time ends them; another that meets it waits for nothing, and pushes go on', async () => {
    await world.push(userId, tasks(5))
    const other = await world.openElsewhere()
    try {
      await inTransaction(other.db, async (trx) => {
        expect(await engineOf(trx).takeTurn(trx, 'retention')).toBe(true)
        expect(await inTransaction(world.services.db, (mine) => endOldDecisions(mine, later()))).toEqual({ ended: 0, isOthers: true })
        expect((await world.push(userId, tasks(1)))[0]?.outcome).toBe('applied')
      })
      expect(await inTransaction(world.services.db, (mine) => endOldDecisions(mine, later()))).toEqual({ ended: 6, isOthers: false })
    } finally {
      await other.close()
    }
  })
})
