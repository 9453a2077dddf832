import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { ledgerDays } from '#schema/rules/merge/retention.ts'
import { readConfig } from '../../config.ts'
import { create, createWorld, mutation, type World } from '../../testing/test-world.ts'
import { createSteadyClock } from '../tidy.ts'
import { RetentionRounds, watchRetention } from './retention-rounds.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

let world: World
let shopId: string
let userId: string
let monotonicMs = 0
beforeEach(async () => {
  world = await createWorld()
  shopId = await world.addShop()
  userId = await world.addUser({ shopIds: [shopId] })
})
afterEach(() => world.close())

const pass = (ms: number): void => {
  monotonicMs += ms
  world.now = new Date(world.now.getTime() + ms)
}
const addTasks = (count: number) =>
  world.push(
    userId,
    Array.from({ length: count }, () => mutation(shopId, [create('tasks', v7(), { description: 'task' })], world.now.toISOString())),
  )
const openRounds = (env: Record<string, string> = {}) =>
  new RetentionRounds({
    services: world.services,
    config: readConfig(env).retention,
    steady: createSteadyClock(world.services.clock, () => monotonicMs),
  })
const count = async (table: 'mutations' | 'past_mutations' | 'activities') =>
  (
    await world.services.reader
      .selectFrom(table)
      .select('id')
      .$if(table === 'activities', (query) => query.where('deleted' as never, '=', 0 as never))
      .execute()
  ).length

describe('rounds of retention', () => {
  it('end decisions after 90 days, and no entry of the log unless the operator says so', async () => {
    const rounds = openRounds()
    await addTasks(450)
    pass(ledgerDays * dayMs)
    await addTasks(3)
    await rounds.run()
    expect(await count('mutations')).toBe(453)
    pass(hourMs)
    await rounds.run()
    expect([await count('mutations'), await count('past_mutations'), await count('activities')]).toEqual([3, 450, 453])
    expect(Object.fromEntries(rounds.ended)).toEqual({ decisions: 450, entries: 0, 'ended entries': 0, buyers: 0 })
  })

  it('end entries of the log after the days of the operator, some in each round, and later what is left of them', async () => {
    const rounds = openRounds({ KEEP_ACTIVITIES: '400', KEEP_LEDGER_DAYS: '500' })
    for (let pushes = 0; pushes < 5; pushes++) await addTasks(450)
    pass(400 * dayMs + hourMs)
    await addTasks(2)
    await rounds.run()
    expect([await count('activities'), await count('mutations')]).toEqual([252, 2_252])
    await rounds.run()
    await rounds.run()
    expect(await count('activities')).toBe(2)
    pass(91 * dayMs)
    await addTasks(1)
    await rounds.run()
    expect(Object.fromEntries(rounds.ended)).toEqual({ decisions: 0, entries: 2_250, 'ended entries': 2_250, buyers: 0 })
    expect(await world.services.reader.selectFrom('activities').select('id').execute()).toHaveLength(3)
  })

  it('end nothing by a clock that jumped, and nothing after they were stopped', async () => {
    const rounds = openRounds({ KEEP_ACTIVITIES: '30' })
    await addTasks(2)
    pass(2 * hourMs)
    world.now = new Date(world.now.getTime() + 3_650 * dayMs)
    await rounds.run()
    pass(hourMs / 2)
    await rounds.run()
    expect([await count('mutations'), await count('activities'), rounds.lastRoundAt]).toEqual([2, 2, undefined])
    pass(hourMs)
    await rounds.stop()
    await rounds.run()
    expect([await count('mutations'), await count('activities')]).toEqual([2, 2])
  })

  it('are told in the metrics: what ended, and when they last came to their end (OPS-01)', async () => {
    const rounds = openRounds()
    watchRetention(world.services.metrics, rounds)
    await addTasks(4)
    expect(await world.services.metrics.render()).not.toMatch(/^mainspring_retention_round_timestamp_seconds \d/m)
    pass(ledgerDays * dayMs + hourMs)
    await rounds.run()
    const text = await world.services.metrics.render()
    expect(text).toContain('mainspring_retention_ended_total{what="decisions"} 4')
    expect(text).toContain(`mainspring_retention_round_timestamp_seconds ${world.now.getTime() / 1_000}`)
  })

  it('go on with the next round when one could not write', async () => {
    const rounds = openRounds()
    await addTasks(4)
    pass(ledgerDays * dayMs + hourMs)
    await world.services.db.schema.alterTable('past_mutations').renameTo('away').execute()
    await rounds.run()
    expect([await count('mutations'), rounds.lastRoundAt]).toEqual([4, undefined])
    await world.services.db.schema.alterTable('away').renameTo('past_mutations').execute()
    await rounds.run()
    expect(await count('mutations')).toBe(0)
  })
})
