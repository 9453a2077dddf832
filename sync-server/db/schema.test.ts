import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CompiledQuery } from 'kysely'
import { collectionToColumns } from '#schema/collection.ts'
import { collectionByName, collectionNames } from '#schema/collections/index.ts'
import { serverTableByName } from '#schema/collections/server-tables.ts'
import { selectFormerEmployees } from '../queries/bootstrap.ts'
import { tableByName } from '../store/table.ts'
import { createWorld, type World } from '../testing/test-world.ts'

describe('the SQL tables', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  const columnsOf = async (table: string): Promise<string[]> => {
    const { rows } = await world.services.reader.executeQuery<{ name: string }>(CompiledQuery.raw('select name from pragma_table_info(?)', [table]))
    return rows.map(({ name }) => name)
  }

  it.each([...Object.values(collectionByName), ...Object.values(serverTableByName)].map((declared) => [declared.name, declared] as const))(
    'carry exactly the declared columns: %s',
    async (name, declared) => {
      expect((await columnsOf(name)).sort()).toEqual(collectionToColumns(declared).sort())
    },
  )

  it('are the registry, the tables of the feed and those of the server, and nothing else', async () => {
    const { rows } = await world.services.reader.executeQuery<{ name: string }>(
      CompiledQuery.raw("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'"),
    )
    const expected = [
      ...collectionNames,
      ...Object.keys(serverTableByName),
      'shop_feed',
      'feed_marks',
      'attachment_contents',
      'attachment_thumbnails',
      'former_ticket_numbers',
      'former_ticket_prefixes',
      'number_leases',
      'mutations',
      'past_mutations',
      'devices',
      'former_members',
      'row_counts',
      'employee_departures',
      'notices',
      'field_changes',
      'row_work',
      'also_deleted',
      'server_keys',
      'limits',
      'access_changes',
      'server_identity',
      'readiness',
      'device_keys',
      'estimate_links',
      'invoice_gaps',
      'invoice_numbers',
      'message_jobs',
      'order_links',
      'message_rules',
      'shop_profiles',
      'stock_movements',
      'shop_logos',
      'webhooks',
      'webhook_events',
      'webhook_deliveries',
      'worker_leases',
      'schema_migrations',
    ]
    expect(rows.map(({ name }) => name).sort()).toEqual(expected.sort())
  })

  it.each(collectionNames)('find the rows of a shop above a seq by index: %s', async (name) => {
    const { rows } = await world.services.reader.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan select * from ${name} where shop_id = ? and seq > ? order by seq limit 10`, ['s', 1]),
    )
    expect(rows.map(({ detail }) => detail)).toEqual([`SEARCH ${name} USING INDEX ${name}_feed (shop_id=? AND seq>?)`])
  })

  it.each(
    [...tableByName.values()].flatMap((table) => table.dependants.map((dependant) => [`${dependant.collection}.${dependant.field}`, dependant] as const)),
  )('find what points at a row by index: %s', async (_title, dependant) => {
    const column = tableByName.get(dependant.collection)?.fieldByName.get(dependant.field)?.column
    const { rows } = await world.services.reader.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan select id from ${dependant.collection} where ${column} = ? and deleted = 0`, ['x']),
    )
    expect(rows[0]?.detail).toMatch(/USING (COVERING )?INDEX/)
  })

  it('find what names a former employee by index, not by a walk through the shop', async () => {
    const { sql, parameters } = selectFormerEmployees(world.services.reader, ['a', 'b']).compile()
    const { rows } = await world.services.reader.executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]))
    const details = rows.map(({ detail }) => detail)
    for (const table of ['orders', 'tasks']) expect(details).toContain(`SEARCH ${table} USING INDEX ${table}_employee (assigned_employee_id=?)`)
    expect(details.filter((detail) => detail.endsWith('_feed (shop_id=?)') && !detail.includes('employee'))).toEqual([])
  })

  it('hold a membership once, and let it go with its shop or its user (DATA-40)', async () => {
    const { db, newId } = world.services
    const shopIds = [await world.addShop('North'), await world.addShop('South')] as const
    const userIds = [await world.addUser({ shopIds }), await world.addUser({ shopIds })] as const
    const members = async () =>
      (await db.selectFrom('shop_users').select(['shop_id', 'user_id']).where('user_id', 'in', userIds).execute()).map((row) => [row.shop_id, row.user_id])
    const again = { id: newId(), shop_id: shopIds[0], user_id: userIds[0], created_at: '2026-03-02T09:00:00.000Z' }
    await expect(db.insertInto('shop_users').values(again).execute()).rejects.toThrow('UNIQUE constraint failed: shop_users.shop_id, shop_users.user_id')
    expect(await members()).toHaveLength(4)
    await db.deleteFrom('users').where('id', '=', userIds[0]).execute()
    expect(new Set((await members()).map(String))).toEqual(new Set(shopIds.map((shopId) => `${shopId},${userIds[1]}`)))
    await db.deleteFrom('shops').where('id', '=', shopIds[0]).execute()
    expect(await members()).toEqual([[shopIds[1], userIds[1]]])
  })

  it('give the feed one table per collection, with a document key for every field that may travel', () => {
    expect([...tableByName.keys()]).toEqual(collectionNames)
    for (const [name, table] of tableByName) {
      const travelling = Object.entries(collectionByName[name].fields).filter(([, field]) => !field.secret)
      expect(table.documentKeys).toEqual(['id', 'shopId', 'createdAt', 'updatedAt', 'seq', ...travelling.map(([key]) => key)])
    }
  })
})
