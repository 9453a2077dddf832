import { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLog } from '../../services.ts'
import { onSqlite } from '../../testing/test-database.ts'
import { openTestLimits, type TestLimits } from '../../testing/test-limits.ts'
import { createTokenRequests, type TokenRequests } from './token-requests.ts'

let limits: TestLimits
let requests: TokenRequests
beforeEach(async () => {
  limits = await openTestLimits()
  requests = createTokenRequests(limits.limiter, silentLog)
})
afterEach(() => limits.close())

const run = (text: string) => limits.world.services.db.executeQuery<{ changes: number }>(CompiledQuery.raw(text))
const countWrites = async (): Promise<number> => (await run('select total_changes() as changes')).rows[0]?.changes ?? 0

test('a minute has 600 requests, also of those at the same moment, and the next minute as many', async () => {
  const results = await Promise.allSettled(Array.from({ length: 700 }, () => requests.take('token')))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(600)
  limits.clock.advance(20_000)
  await expect(requests.take('token')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 40 })
  await requests.take('another')
  limits.clock.advance(40_000)
  await requests.take('token')
})

test('a server that was started since knows what others have let through', async () => {
  for (let request = 0; request < 600; request++) await requests.take('token')
  const fresh = createTokenRequests(limits.openElsewhere(), silentLog)
  await expect(fresh.take('token')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 60 })
})

onSqlite(() => {
  test('ten requests are one write, and where nothing can be written nobody is kept from reading', async () => {
    const before = await countWrites()
    for (let request = 0; request < 500; request++) await requests.take('token')
    expect((await countWrites()) - before).toBe(50)
    await run('pragma query_only = on')
    for (let request = 0; request < 50; request++) await requests.take('token')
    await run('pragma query_only = off')
  })
})
