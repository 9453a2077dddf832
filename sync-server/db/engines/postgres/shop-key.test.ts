import { readFile } from 'node:fs/promises'
import { loadModule } from 'libpg-query'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MessageWorker } from '../../../messages/message-worker.ts'
import { tidy } from '../../../operations/tidy.ts'
import { allRoutes } from '../../../routes/all-routes.ts'
import { purgeDeletedRows } from '../../../store/deletions/purge-deleted.ts'
import { deleteOldNotices } from '../../../store/notices/notices.ts'
import { exceptions, findException } from '../../../testing/distribution/shop-exceptions.ts'
import { judgeStatement } from '../../../testing/distribution/judge-statement.ts'
import { readColumns } from '../../../testing/distribution/test-columns.ts'
import {
  isKeyOverParts,
  isReferenceOverParts,
  keysWithoutShop,
  referencesWithoutShop,
  tablesWithTriggers,
  type Key,
  type Reference,
} from '../../../testing/distribution/shop-keys.ts'
import type { TableColumns } from '../../../testing/distribution/read-statement.ts'
import { placeByTable } from '../../../testing/distribution/table-places.ts'
import { toPage } from '../../../testing/distribution/to-page.ts'
import { recordStatements, type Recording } from '../../../testing/postgres/record-statements.ts'
import { openCallers } from '../../../testing/test-callers.ts'
import { onPostgres } from '../../../testing/test-database.ts'
import { exampleByName, isMadeHere, makeExample, nameToRoute, routeToName } from '../../../testing/test-examples.ts'
import { metricsToken, openRoutesWorld, type RoutesWorld } from '../../../testing/test-registry-world.ts'

/** What stands in the way of a database whose rows are spread by `shop_id`: every route is called, and every statement read. */

const dayMs = 86_400_000

onPostgres(() => {
  let world: RoutesWorld
  let columns: TableColumns
  let texts: ReadonlySet<string>
  const answered = new Set<string>()
  const reader = () => world.services.reader

  beforeAll(async () => {
    await loadModule()
    world = await openRoutesWorld()
    columns = await readColumns(world.services.reader)
    texts = await callEverything(world, answered)
  })
  afterAll(() => world.close())

  test('every route was called and did what it is for', () => {
    expect(allRoutes.map(routeToName).filter((name) => !answered.has(name) && isMadeHere(name))).toEqual([])
  })

  test('every table has its place', () => {
    expect([...placeByTable.keys()].toSorted()).toEqual([...columns.keys()].toSorted())
    const unsaid = [...placeByTable].filter(([table, place]) => place === 'shop' && columns.get(table)?.has('shop_id') !== true)
    expect(unsaid).toEqual([])
  })

  test('a statement on rows of a shop says of which, or stands in the list', () => {
    const findings = [...texts].flatMap((text) => judgeStatement(text, columns))
    expect(findings.filter((finding) => findException(finding) === undefined)).toEqual([])
    const listed = exceptions.flatMap((exception) => exception.tables.map((table) => ({ exception, table })))
    const isMet = ({ exception, table }: (typeof listed)[number]): boolean =>
      findings.some((finding) => finding.table === table && findException(finding) === exception)
    expect(listed.filter((one) => !isMet(one)).map(({ exception, table }) => `${table} ${exception.effect} by ${exception.by}`)).toEqual([])
  })

  test('a unique key of rows of a shop holds the shop, or stands in the list', async () => {
    const found = (await readKeys(world)).filter(isKeyOverParts).map(({ table, columns: names }) => `${table} ${names.toSorted().join(', ')}`)
    const listed = keysWithoutShop.flatMap(({ tables, columns: names }) => tables.map((table) => `${table} ${names.toSorted().join(', ')}`))
    expect(found.toSorted()).toEqual(listed.toSorted())
  })

  test('so do references between rows of shops, and what triggers write', async () => {
    const found = (await readReferences(world)).filter(isReferenceOverParts).map(({ table, column }) => `${table}.${column}`)
    expect(found.toSorted()).toEqual(referencesWithoutShop.toSorted())
    const { rows } = await sql<{ table: string }>`select distinct tgrelid::regclass::text as table from pg_trigger where not tgisinternal`.execute(reader())
    expect(rows.map(({ table }) => table).toSorted()).toEqual(tablesWithTriggers.toSorted())
  })

  test('the page about scale shows the lists', async () => {
    const page = await readFile(new URL('../../../../docs/scale.md', import.meta.url), 'utf8')
    const rows = new Set(page.split('\n'))
    expect(
      toPage()
        .split('\n')
        .filter((row) => !rows.has(row)),
    ).toEqual([])
    expect(page).toContain(toPage())
  })
})

async function readKeys({ services }: RoutesWorld): Promise<Key[]> {
  const { rows } = await sql<Key>`
    select t.relname as table, array(select attname::text from pg_attribute a where a.attrelid = t.oid and a.attnum = any(i.indkey)) as columns
    from pg_index i join pg_class t on t.oid = i.indrelid
    where i.indisunique and t.relnamespace = 'public'::regnamespace`.execute(services.reader)
  return rows
}

async function readReferences({ services }: RoutesWorld): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select conrelid::regclass::text as table, attname::text as column, confrelid::regclass::text as to
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1] where contype = 'f'`.execute(services.reader)
  return rows
}

/** The texts that the server sends for every route and for what it does by itself. */
async function callEverything(world: RoutesWorld, answered: Set<string>): Promise<ReadonlySet<string>> {
  const { server, services, shop, clock } = world
  const callers = await openCallers(world)
  const userId = callers.userIdOf('administrator', 'none')
  const recording = recordStatements()
  let calls = 0
  try {
    for (const name of Object.keys(exampleByName).filter(isMadeHere)) {
      const { address, body, content } = await makeExample(name, shop, userId)
      const route = nameToRoute(name)
      const { headers } = await callers.sign(route.access.who === 'customer' ? 'customer' : 'administrator', 'none', { isFresh: true })
      const given = { ...headers, 'X-Forwarded-For': `10.0.0.${++calls}`, ...(address === '/metrics' && { Authorization: `Bearer ${metricsToken}` }) }
      await recording.during(async () => {
        const status =
          address === '/api/sync/live'
            ? await listen(`${server.url}${address}`, given)
            : (await send(world, route.method, address, given, body, content)).status
        if (status < 400) answered.add(routeToName(route))
      })
    }
    await deleteAgain(world, recording, (await callers.sign('administrator', 'none')).headers)
    await moveEmployee(world, recording, userId, (await callers.sign('administrator', 'none')).headers)
    await recording.during(async () => {
      const taken = { send: async () => ({ outcome: 'taken' as const }), findOutcome: async () => undefined }
      await new MessageWorker({ services, senders: { sms: taken, email: taken }, makeLink: async () => '' }).run()
    })
    clock.advance(40 * dayMs)
    await recording.during(async () => {
      await deleteOldNotices(services)
      await purgeDeletedRows(services)
      await tidy(services, { isSteady: () => true })
    })
  } finally {
    recording.stop()
  }
  return recording.texts
}

/** A deletion that comes when the row is gone already, as one from a device that was offline. */
async function deleteAgain(world: RoutesWorld, recording: Recording, headers: Record<string, string>): Promise<void> {
  const ops = [{ action: 'delete', collection: 'suppliers', id: await world.shop.addDeletedRow('suppliers') }]
  const body = {
    deviceId: 'tablet',
    deviceTime: '2026-03-02T10:00:00.000Z',
    mutations: [{ id: v7(), shopId: world.shop.shopId, at: '2026-03-02T09:59:00.000Z', ops }],
  }
  const { text } = await recording.during(() => send(world, 'POST', '/api/sync/push', headers, body))
  expect(text).toContain('"outcome":"applied"')
}

/** Into another shop of their employer, and back. */
async function moveEmployee(world: RoutesWorld, recording: Recording, userId: string, headers: Record<string, string>): Promise<void> {
  const { shop, services } = world
  const there = await shop.addShop()
  const made = { shop_id: there, created_at: '2026-03-01T00:00:00.000Z' }
  await services.db
    .insertInto('entity_shops')
    .values({ id: v7(), entity_id: shop.entityId, ...made })
    .execute()
  await services.db
    .insertInto('shop_users')
    .values({ id: v7(), user_id: userId, ...made })
    .execute()
  const id = await shop.addRow('employees')
  for (const [from, to] of [
    [shop.shopId, there],
    [there, shop.shopId],
  ]) {
    const { status, text } = await recording.during(() => send(world, 'PUT', `/api/${from}/employees/${id}`, headers, { shopId: to, name: `Moved to ${to}` }))
    expect(status, text).toBe(200)
  }
}

const send = ({ server }: RoutesWorld, method: string, address: string, headers: Record<string, string>, body?: object, content?: Uint8Array<ArrayBuffer>) =>
  server.client().send(method, address, { headers, body, ...(content && { rawBody: content }) })

/** Until a live stream has told its first news. */
async function listen(url: string, headers: Record<string, string>): Promise<number> {
  const response = await fetch(url, { headers })
  const reader = response.body?.getReader()
  await reader?.read()
  await reader?.cancel()
  return response.status
}
