import { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestLimits, type TestLimits } from '../testing/test-limits.ts'
import { createTokenLimit } from './token-limit.ts'
import { onSqlite } from '../testing/test-database.ts'

let limits: TestLimits
beforeEach(async () => {
  limits = await openTestLimits()
})
afterEach(() => limits.close())

const pragma = (text: string) => limits.world.services.db.executeQuery(CompiledQuery.raw(text))
const writes = async (): Promise<number> => {
  const { rows } = await limits.world.services.db.executeQuery<{ changes: number }>(CompiledQuery.raw('select total_changes() as changes'))
  return rows[0]?.changes ?? 0
}

onSqlite(() => {
  test('a minute has 600 requests, written by tens, and the next minute as many', async () => {
    const limit = createTokenLimit(limits.store)
    const before = await writes()
    for (let request = 0; request < 600; request++) await limit.take('token')
    expect((await writes()) - before).toBeLessThanOrEqual(61)
    limits.clock.advance(20_000)
    await expect(limit.take('token')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 40 })
    await limit.take('another')
    limits.clock.advance(40_000)
    await limit.take('token')
  })
})

test('requests at the same moment are all counted, and none of them is refused below the limit', async () => {
  const limit = createTokenLimit(limits.store)
  const results = await Promise.allSettled(Array.from({ length: 700 }, () => limit.take('token')))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(600)
})

test('a process that knows nothing yet learns at its first request what another has used up, but for nine requests', async () => {
  const busy = createTokenLimit(limits.store)
  for (let request = 0; request < 600; request++) await busy.take('token')
  const fresh = createTokenLimit(limits.store)
  const results = await Promise.allSettled(Array.from({ length: 100 }, () => fresh.take('token')))
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(9)
  await expect(fresh.take('token')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 60 })
})

test('a clock that was set back lets nobody wait longer than a minute', async () => {
  const limit = createTokenLimit(limits.store)
  for (let request = 0; request < 600; request++) await limit.take('token')
  limits.clock.advance(-86_400_000)
  await expect(limit.take('token')).resolves.toBeUndefined()
})

onSqlite(() => {
  test('where nothing can be written, a process counts for itself and refuses nobody below the limit', async () => {
    const limit = createTokenLimit(limits.store)
    await pragma('pragma query_only = on')
    for (let request = 0; request < 600; request++) await limit.take('token')
    await expect(limit.take('token')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await pragma('pragma query_only = off')
  })
})
