import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCallers, type Callers } from '../../../../testing/test-callers.ts'
import { exampleByName, isMadeHere, makeExample, nameToRoute } from '../../../../testing/test-examples.ts'
import { readClusterUrl } from '../../../../testing/postgres/test-databases.ts'
import { openRoutesWorld, type RoutesWorld } from '../../../../testing/test-registry-world.ts'
import { feedTables } from './feed-tables.ts'

let world: RoutesWorld
let callers: Callers

/** It notes who looked. */
const writesThoughGet: readonly string[] = ['GET /api/:shopId/orders/:id/passcode']

/** Of which shop a row of the table is, in a trigger. */
const shopOf = (table: string): string =>
  table === 'order_status_history' ? '(select shop_id from orders where id = coalesce(new.order_id, old.order_id))' : 'coalesce(new.shop_id, old.shop_id)'

describe.skipIf(readClusterUrl() === undefined)('tables that a replica is asked for', () => {
  beforeAll(async () => {
    world = await openRoutesWorld()
    callers = await openCallers(world)
    const { db } = world.server.services
    const run = (text: string) => sql.raw(text).execute(db)
    await run('create table test_writes (transaction bigint, shop_id text collate "C", source text collate "C")')
    for (const table of feedTables) {
      await run(`create function test_note_${table}() returns trigger language plpgsql as $$
        begin insert into test_writes values (txid_current(), ${shopOf(table)}, '${table}'); return null; end $$`)
      // Numbers that are leased for tickets are none of the feed.
      const writes = table === 'shop_feed' ? 'insert or update of seq, epoch' : 'insert or update or delete'
      await run(`create trigger test_note after ${writes} on ${table} for each row execute function test_note_${table}()`)
    }
  })
  afterAll(() => world.close())

  it('change in no transaction that takes no number of their shop, whichever route is called', async () => {
    const { server, shop } = world
    const userId = callers.userIdOf('administrator', 'none')
    await shop.linkUser(userId)
    let calls = 0
    for (const name of Object.keys(exampleByName).filter(isMadeHere)) {
      const route = nameToRoute(name)
      if (route.method === 'GET' && !writesThoughGet.includes(name)) continue
      const { address, body, content } = await makeExample(name, shop, userId)
      const { headers } = await callers.sign(route.access.who === 'customer' ? 'customer' : 'administrator', 'none', { isFresh: true })
      const told = { headers: { ...headers, 'X-Forwarded-For': `10.0.0.${++calls}` }, body, ...(content && { rawBody: content }) }
      expect([name, (await server.client().send(route.method, address, told)).status]).toEqual([name, 200])
    }
    const { headers } = await callers.sign('administrator', 'none', { isFresh: true })
    const newShopId = await shop.addShop()
    await shop.linkShop(newShopId)
    const moved = await server.client().put(`/api/${shop.shopId}/employees/${shop.ids.employees}`, { shopId: newShopId }, { headers })
    expect(moved.status, moved.text).toBe(200)
    const { rows: found } = await sql<{ source: string }>`select distinct source from test_writes order by source`.execute(server.services.db)
    expect(found.map(({ source }) => source)).toEqual([...feedTables].toSorted())
    const { rows: without } = await sql`
      select distinct source from test_writes as written where not exists (
        select 1 from test_writes as taken
        where taken.source = 'shop_feed' and taken.transaction = written.transaction and taken.shop_id = written.shop_id
      )`.execute(server.services.db)
    expect(without).toEqual([])
  })
})
