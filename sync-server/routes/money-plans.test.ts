import { CompiledQuery, createQueryId, type KyselyPlugin, SqliteQueryCompiler } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listRows, type RowFilter } from '../store/read.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** How SQLite reads what this filter asks for. */
async function readPlan(collection: 'activities' | 'payments' | 'costs', filter: RowFilter): Promise<string> {
  const { reader } = shop.server.services
  let query: CompiledQuery | undefined
  const record: KyselyPlugin = {
    transformQuery: ({ node }) => {
      query = new SqliteQueryCompiler().compileQuery(node, createQueryId())
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  await listRows(reader.withPlugin(record), collection, shop.shopId, filter)
  const { rows } = await reader.executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${query?.sql ?? ''}`, [...(query?.parameters ?? [])]))
  return rows.map(({ detail }) => detail).join('; ')
}

const days = { createdFrom: '2026-03-07T05:00:00.000Z', createdTo: '2026-03-09T04:00:00.000Z' }

test.each(['payments', 'costs'] as const)('a report reads the %s of its days alone, in order', async (collection) => {
  expect(await readPlan(collection, days)).toBe(`SEARCH ${collection} USING INDEX ${collection}_time (shop_id=? AND created_at>? AND created_at<?)`)
})

test('a page of the log is read from where the last one ended, in order', async () => {
  expect(await readPlan('activities', { newestFirst: true, limit: 500, createdTo: days.createdTo })).toBe('SEARCH activities USING INDEX activities_time (shop_id=? AND created_at<?)')
  expect(await readPlan('activities', { newestFirst: true, limit: 500 })).toBe('SEARCH activities USING INDEX activities_time (shop_id=?)')
})
