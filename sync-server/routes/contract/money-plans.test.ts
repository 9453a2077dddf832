import { CompiledQuery, createQueryId, type KyselyPlugin, SqliteQueryCompiler } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Db } from '../../db/database.ts'
import { fillShop, manyRowId } from '../../testing/test-many-rows.ts'
import { inOneGo } from '../../lists/list-steps.ts'
import { listActivities } from '../../queries/rows/activities.ts'
import { readKeys } from '../../queries/rows/list-rows.ts'
import { openTestShop } from '../../testing/test-shop.ts'

const shop = await openTestShop()
afterAll(() => shop.close())

async function readPlans(read: (reader: Db) => Promise<unknown>): Promise<string[]> {
  const { reader } = shop.server.services
  const queries: CompiledQuery[] = []
  const record: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries.push(new SqliteQueryCompiler().compileQuery(node, createQueryId()))
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  await read(reader.withPlugin(record))
  const plans: string[] = []
  for (const query of queries) {
    const { rows } = await reader.executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]))
    plans.push(rows.map(({ detail }) => detail).join('; '))
  }
  return plans
}

const days = { from: '2026-03-07T05:00:00.000Z', to: '2026-03-09T04:00:00.000Z' }

test.each(['payments', 'costs'] as const)('a report reads the %s of its days alone, in order', async (collection) => {
  const plans = await readPlans((reader) => readKeys(reader, inOneGo, collection, shop.shopId, [], { way: 'time', ...days }))
  expect(plans).toEqual([`SEARCH ${collection} USING INDEX ${collection}_time (shop_id=? AND created_at>? AND created_at<?)`])
})

test('a page of the log is read from where the last one ended, in order', async () => {
  const plans = (page: { before?: string; after?: string }) => readPlans((reader) => listActivities(reader, inOneGo, shop.shopId, { limit: 500, ...page }))
  expect(await plans({ before: days.to })).toEqual(['SEARCH activities USING INDEX activities_time (shop_id=? AND created_at<?)'])
  expect(await plans({})).toEqual(['SEARCH activities USING INDEX activities_time (shop_id=?)'])
})

test('a step of a list reads from where the step before ended, in order', async () => {
  const { services, shopId, entityId, userIds } = { ...shop, services: shop.server.services }
  await fillShop(services.db, { shopId, entityId, userId: userIds.ann, count: 2_001 })
  const secondPlanOf = async (read: (reader: Db) => Promise<unknown>) => (await readPlans(read)).at(1)
  expect(await secondPlanOf((reader) => readKeys(reader, inOneGo, 'orders', shopId, ['priority'], { way: 'feed' }))).toBe(
    'SEARCH orders USING INDEX orders_feed (shop_id=? AND seq>?)',
  )
  expect(await secondPlanOf((reader) => readKeys(reader, inOneGo, 'payments', shopId, [], { way: 'time' }))).toBe(
    'SEARCH payments USING INDEX payments_time (shop_id=? AND (created_at,id)>(?,?))',
  )
  const ofOrder = { way: 'parent', field: 'orderId', id: manyRowId('orders', 0) } as const
  expect(await secondPlanOf((reader) => readKeys(reader, inOneGo, 'checklist_selections', shopId, [], ofOrder))).toBe(
    'SEARCH checklist_selections USING INDEX checklist_selections_order (order_id=? AND rowid>?)',
  )
})
