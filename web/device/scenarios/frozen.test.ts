import 'fake-indexeddb/auto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { isTombstone } from '#schema/collection.ts'
import { collectionByName, collectionNames } from '#schema/collections/index.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { type ApiClient, signInOverHttp } from '#scripts/process-tests/api-client.ts'
import { type ServerProcess, startServerProcess } from '#scripts/process-tests/server-process.ts'
import type { OutboxEntry } from '../storage/unsent-store.ts'
import { fixtureSeed, type LocalFixture, moveFixture } from '../testing/fixtures/local-fixture.ts'
import { pullMarks } from '../testing/fixtures/pull-marks.ts'
import { loadDatabases } from '../testing/fixtures/raw-databases.ts'
import { readPackedRows } from '../testing/fixtures/packed-rows.ts'
import { formerRowsPrefix, rowsDatabaseName, rowStorage } from '../storage/row-database.ts'
import { collectionToShape, localVersion, type RowShape } from '../storage/local-version.ts'
import { documentToRow, type Row } from '../rows/rows.ts'
import { closeTestDevices, deviceState, faulty, offline, openTestDevice, until, untilSynced } from '../testing/test-device.ts'
import { signInToServer } from '../testing/test-server-api.ts'
import { loadVersion } from '../testing/test-versions.ts'

const folder = path.join(import.meta.dirname, '..', 'testing', 'fixtures')
const fixtures = readdirSync(folder)
  .filter((name) => /^local-version-\d+\.json$/.test(name))
  .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as LocalFixture)

const recordsOf = ({ databases }: LocalFixture, database: string, store: string): unknown[] =>
  databases.find(({ name }) => name.endsWith(database))?.stores.find(({ name }) => name === store)?.records ?? []

const outboxOf = (fixture: LocalFixture): OutboxEntry[] => recordsOf(fixture, `mainspring-device-${fixture.userId}`, 'outbox') as OutboxEntry[]

const shapesOf = (fixture: LocalFixture): Record<string, RowShape> => {
  const meta = recordsOf(fixture, `mainspring-device-${fixture.userId}`, 'meta') as { key: string; value: { shapes: Record<string, RowShape> } }[]
  return meta.find(({ key }) => key === 'rows')?.value.shapes ?? {}
}

const servers: ServerProcess[] = []
afterEach(async () => {
  await closeTestDevices()
  for (const server of servers.splice(0)) await server.dispose()
})

async function startFixtureServer() {
  const server = await startServerProcess({})
  servers.push(server)
  const ids = await server.seed(fixtureSeed)
  const [owner, other] = fixtureSeed.users
  const colleague = await signInOverHttp(server.url, other.loginId, other.password)
  const shopId = ids.shopIdByCode['frozen'] ?? ''
  const userId = ids.userIdByLogin[owner.loginId] ?? ''
  return { server, colleague, shopId, userId, api: faulty(await signInToServer(server.url, userId, owner.loginId, owner.password)) }
}

async function pullRows(client: ApiClient, collection: (typeof collectionNames)[number]): Promise<Map<string, Row>> {
  const { documents } = (await client.pull(collection)).body
  return new Map(documents.flatMap((document) => (isTombstone(document) ? [] : [[document.id, documentToRow(collection, document)]])))
}

/** The server of the test heard the frozen mutations some milliseconds later than the one of the freezing. */
const withoutTimes = ({ createdAt: _createdAt, updatedAt: _updatedAt, statusChangedAt: _statusChangedAt, sortKey: _sortKey, ...row }: Row) => row

describe.each(fixtures)('local data as version $localVersion left it', (frozen) => {
  it('hazard 40: opens without a network, whole and with everything that waits, which then lands exactly once', async () => {
    const { colleague, shopId, userId, api } = await startFixtureServer()
    for (const mutation of moveFixture(frozen, { shopId, userId, epoch: frozen.epoch }).server) {
      expect((await colleague.push([mutation])).body.results[0]?.outcome).toBe('applied')
    }
    const epoch = (await colleague.pull('orders')).body.checkpoint[shopId]?.epoch ?? ''
    const fixture = moveFixture(frozen, { shopId, userId, epoch, marks: await pullMarks(colleague, shopId) })
    await loadDatabases(fixture.databases)
    const waiting = outboxOf(fixture)
    expect(waiting.length).toBeGreaterThan(10)

    api.always = offline
    const device = await openTestDevice({ userId, api, collections: collectionNames, storage: rowStorage(), deviceId: v7() })
    expect(device.outbox.waiting.get().map(({ mutationId }) => mutationId)).toEqual(waiting.map(({ mutation }) => mutation.id))
    expect(await device.refused.list()).toMatchObject([{ ops: [{ action: 'create', collection: 'payments', values: { paymentAmount: 7 } }] }])
    expect((await device.drafts.listLeft()).map(({ value }) => value)).toEqual([{ values: { itemDetails: 'Half typed' }, opened: {} }])
    expect(device.sync.bootstrap.get()?.shops.map(({ id }) => id)).toEqual([shopId])
    const orders = await device.rows.list('orders', shopId)
    expect(orders.map(({ itemDetails }) => itemDetails).toSorted()).toEqual(['Item 1', 'Item 2', 'Made without a network'])
    const edited = orders.find(({ itemDetails }) => itemDetails === 'Item 1')
    expect(edited).toMatchObject({ priority: true, orderNotes: 'first line\nsecond line\nthird line' })
    expect(orders.find(({ itemDetails }) => itemDetails === 'Item 2')?.orderStatusId).toBe(orderStatusIdByName.Diagnosis)
    expect(await device.rows.list('products', shopId)).toMatchObject([{ inventoryCount: 8, archived: false }])
    expect((await device.rows.list('payments', shopId)).map(({ paymentAmount }) => paymentAmount).toSorted((a, b) => a - b)).toEqual([12, 20.5])
    expect(await device.rows.list('customers', shopId)).toHaveLength(3)
    // What former versions kept a database each for lies in one.
    expect((await indexedDB.databases()).filter(({ name = '' }) => name.startsWith(formerRowsPrefix(userId)))).toEqual([])

    // Somebody else has sold one meanwhile: differences add up.
    const [product] = await pullRows(colleague, 'products')
    await colleague.write(shopId, [{ action: 'update', collection: 'products', id: product?.[0] ?? '', changes: { inventoryCount: { from: 10, to: 9 } } }])
    api.always = undefined
    device.wakeUp('online')
    await until(() => device.sync.status.get().waiting === 0, 'what waits to land')
    await device.sync.run()
    await untilSynced(device)
    expect(await device.refused.list()).toHaveLength(1)
    expect([...(await pullRows(colleague, 'products')).values()]).toMatchObject([{ inventoryCount: 7 }])
    for (const collection of ['customers', 'orders', 'payments', 'costs', 'tasks', 'products'] as const) {
      const known = await pullRows(colleague, collection)
      await until(
        async () => (await device.rows.list(collection, shopId)).every(({ id, seq }) => known.get(id)?.seq === seq),
        `${collection} to be the server's`,
      )
      const held = await deviceState(device, [shopId], [collection])
      expect(new Map([...held.values()].map((row) => [row.id, withoutTimes(row)]))).toEqual(new Map([...known].map(([id, row]) => [id, withoutTimes(row)])))
    }
    expect((await pullRows(colleague, 'payments')).size).toBe(2)
  }, 120_000)

  it('hazard 39: leaves out nothing that a later version must have', () => {
    const shapes = shapesOf(frozen)
    for (const name of collectionNames) {
      const known = shapes[name]
      if (known === undefined) continue
      const added = Object.entries(collectionByName[name].fields).filter(([field, { secret }]) => !secret && !Object.hasOwn(known.fields, field))
      for (const [field, { optional, writer }] of added) {
        expect(
          [name, field, optional || writer === 'server'],
          'A field that comes later must be optional: devices that were offline during the update create rows without it',
        ).toEqual([name, field, true])
      }
    }
  })
})

describe('the local version', () => {
  const current = fixtures.find((fixture) => fixture.localVersion === localVersion)

  it('hazard 40: is frozen in a fixture', () => {
    expect(current, `Run npm run freeze-local: web/device/testing/fixtures holds no local-version-${localVersion}.json`).toBeDefined()
  })

  it('hazard 40: is raised with every change of what devices store', () => {
    const declared = Object.fromEntries(collectionNames.map((name) => [name, collectionToShape(collectionByName[name])]))
    expect(declared, 'Raise localVersion in web/device/storage/local-version.ts, once a release, and freeze it with npm run freeze-local').toEqual(
      current && shapesOf(current),
    )
  })

  it('hazard 40: knows every change of a local key by its revision', () => {
    const stores = current?.databases.find(({ name }) => name === rowsDatabaseName(current.userId))?.stores ?? []
    const rowsByCollection = readPackedRows(Object.fromEntries(stores.map(({ name, records }) => [name, records])))
    expect(rowsByCollection.get('orders')?.length).toBeGreaterThan(2)
    for (const name of collectionNames) {
      for (const row of (rowsByCollection.get(name) ?? []) as unknown as Row[]) {
        for (const key of Object.keys(collectionByName[name].localKeys)) {
          expect([name, key, documentToRow(name, row)[key]], 'Raise the revision of this local key, and localVersion with it').toEqual([name, key, row[key]])
        }
      }
    }
  })
})

describe('an app of a version before a field came', () => {
  it('hazard 39: pushes to a newer server, which accepts it and keeps the field; after the update the device shows it', async () => {
    const older = await loadVersion(1, {
      orders: (present) => {
        const { quotedCost: _quotedCost, repeat: _repeat, ...fields } = present.fields
        return { ...present, fields }
      },
    })
    const present = await loadVersion(2)
    const { colleague, shopId, userId, api } = await startFixtureServer()
    const customer = older.customerInput()
    const order = older.orderInput(customer.id, { orderNotes: 'as it was' })
    const values = { ...order.values, quotedCost: '90', repeat: true }
    await colleague.write(shopId, [{ action: 'create', collection: 'customers', id: customer.id, values: customer.values }])
    await colleague.write(shopId, [{ action: 'create', collection: 'orders', id: order.id, values }])
    const old = await older.open({ userId, api })
    await older.until(async () => (await old.rows.read('orders', order.id)) !== undefined, 'the order')
    expect(await old.rows.read('orders', order.id)).not.toHaveProperty('quotedCost')
    api.always = older.offline
    const made = older.orderInput(customer.id, { itemDetails: 'Made by the older app' })
    await old.write(shopId, [{ action: 'update', collection: 'orders', id: order.id, values: { itemDetails: 'Renamed by the older app' } }])
    await old.write(shopId, [made])
    api.always = undefined
    old.wakeUp('online')
    await older.until(() => old.sync.status.get().waiting === 0, 'the changes to land')
    expect(await old.refused.list()).toEqual([])
    await old.close()
    const rows = await pullRows(colleague, 'orders')
    expect(rows.get(order.id)).toMatchObject({ itemDetails: 'Renamed by the older app', quotedCost: '90', repeat: true })
    expect(rows.get(made.id)).toMatchObject({ quotedCost: null, repeat: false })

    api.always = present.offline
    const device = await present.open({ userId, api })
    expect(await device.rows.read('orders', order.id)).toMatchObject({ itemDetails: 'Renamed by the older app', quotedCost: null })
    api.always = undefined
    device.wakeUp('online')
    await present.until(async () => (await device.rows.read('orders', order.id))?.quotedCost === '90', 'the value that the older app did not know')
    await device.close()
  }, 120_000)
})
