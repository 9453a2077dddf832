import { v7 } from 'uuid'
import { afterEach, expect, test } from 'vitest'
import { onPostgres, onSqlite } from '../../testing/test-database.ts'
import { create, createWorld, mutation, type World } from '../../testing/test-world.ts'
import { engineOf } from './engine.ts'

let world: World | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

test('a run on PostgreSQL is one', async () => {
  world = await createWorld()
  expect(engineOf(world.services.db).name).toBe(process.env['TEST_ENGINE'] ?? 'sqlite')
})

test('texts are the same whatever their case where a shop is found by them', async () => {
  world = await createWorld()
  const { db } = world.services
  const row = { name: 'North', created_at: 'x' }
  await db
    .insertInto('shops')
    .values({ ...row, id: 'a', code: 'Ada' })
    .execute()
  expect(await db.selectFrom('shops').select('id').where('code', '=', 'aDA').executeTakeFirst()).toEqual({ id: 'a' })
  const twice = db
    .insertInto('shops')
    .values({ ...row, id: 'b', code: 'ADA' })
    .execute()
  await expect(twice).rejects.toThrow(/unique/i)
})

test('texts sort by their bytes, whatever language the database was made in', async () => {
  world = await createWorld()
  const { db } = world.services
  const ids = ['é', 'z', 'Z', '_', 'a', '10', '9', '\u{1F600}', '\uFFFD']
  for (const id of ids) await db.insertInto('server_keys').values({ name: id, value: 'x' }).execute()
  const rows = await db.selectFrom('server_keys').select('name').where('value', '=', 'x').orderBy('name').execute()
  expect(rows.map(({ name }) => name)).toEqual(ids.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))))
})

test('an empty list holds nothing, and its contrary everything', async () => {
  world = await createWorld()
  const { db } = world.services
  expect(await db.selectFrom('order_statuses').select('id').where('id', 'in', []).execute()).toEqual([])
  expect((await db.selectFrom('order_statuses').select('id').where('id', 'not in', []).execute()).length).toBeGreaterThan(0)
})

test('a character that not every database can store is left out, and holds up nobody', async () => {
  world = await createWorld()
  const shopId = await world.addShop()
  const ada = await world.addUser({ shopIds: [shopId] })
  const names = ['Before', 'Odd\0name', 'After']
  const results = await world.push(
    ada,
    names.map((name) => mutation(shopId, [create('customers', v7(), { name })])),
  )
  expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied'])
  const stored = await world.services.reader.selectFrom('customers').select('name').orderBy('seq').execute()
  expect(stored).toEqual([{ name: 'Before' }, { name: 'Oddname' }, { name: 'After' }])
})

onSqlite(() => {
  test('a file has one writer: its locks are nothing', async () => {
    world = await createWorld()
    await world.services.db.transaction().execute(async (trx) => {
      await engineOf(trx).lockAdministration(trx)
      await engineOf(trx).lockShops(trx, ['no shop'])
    })
    expect(world.services.metrics.database.total.trips).toBe(0)
  })
})

onPostgres(() => {
  test('who locks a shop keeps others from its feed, and only from that', async () => {
    world = await createWorld()
    const { db } = world.services
    const [one, other] = [await world.addShop('One'), await world.addShop('Other')]
    const order: string[] = []
    const isHeld = Promise.withResolvers<void>()
    const isOver = Promise.withResolvers<void>()
    const first = db.transaction().execute(async (trx) => {
      await engineOf(trx).lockShops(trx, [one])
      isHeld.resolve()
      await isOver.promise
      order.push('first')
    })
    await isHeld.promise
    const second = db.transaction().execute(async (trx) => {
      await engineOf(trx).lockShops(trx, [other, one])
      await trx.selectFrom('shop_feed').select('seq').execute()
      order.push('second')
    })
    await db.transaction().execute(async (trx) => {
      await engineOf(trx).lockShops(trx, [other])
      await trx.selectFrom('shop_feed').select('seq').execute()
      order.push('third')
    })
    isOver.resolve()
    await Promise.all([first, second])
    expect(order).toEqual(['third', 'first', 'second'])
  })
})

test.each([
  ['0001-first-tables', 'The database was written by Mainspring 0.9 or before, which this version does not read. Run npm run export with version 0.9'],
  ['9998-next', 'The database was written by a newer version of Mainspring (9998-next). Update the program first.'],
])('a database on which other migrations ran is refused: %s', async (name, text) => {
  world = await createWorld()
  await world.services.db.insertInto('schema_migrations').values({ name, applied_at: 'x' }).execute()
  await expect(world.openElsewhere()).rejects.toThrow(text)
})
