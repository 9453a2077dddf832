import 'fake-indexeddb/auto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { collectionNames } from '#schema/collections/index.ts'
import { createOp, livingRows, signInOverHttp } from '#scripts/process-tests/api-client.ts'
import { type ServerProcess, startServerProcess } from '#scripts/process-tests/server-process.ts'
import { rowStorage } from '../../storage/row-database.ts'
import { fixtureSeed, type LocalFixture, moveFixture } from '../../testing/fixtures/local-fixture.ts'
import { pullMarks } from '../../testing/fixtures/pull-marks.ts'
import { loadDatabases } from '../../testing/fixtures/raw-databases.ts'
import { closeTestDevices, faulty, offline, openTestDevice, until, untilSynced } from '../../testing/test-device.ts'
import { signInToServer } from '../../testing/test-server-api.ts'

/** 0.8.0 stored local version 7. */
const left = JSON.parse(readFileSync(path.join(import.meta.dirname, '..', '..', 'testing', 'fixtures', 'local-version-7.json'), 'utf8')) as LocalFixture

let server: ServerProcess | undefined
afterEach(async () => {
  await closeTestDevices()
  await server?.dispose()
})

it('hazard 40: what 0.8.0 left opens offline beside what others wrote since; a part is used on top of a count that waits, and all of it lands once', async () => {
  server = await startServerProcess()
  const ids = await server.seed(fixtureSeed)
  const [owner, other] = fixtureSeed.users
  const shopId = ids.shopIdByCode['frozen'] ?? ''
  const userId = ids.userIdByLogin[owner.loginId] ?? ''
  const colleague = await signInOverHttp(server.url, other.loginId, other.password)
  for (const mutation of moveFixture(left, { shopId, userId, epoch: left.epoch }).server) {
    expect((await colleague.push([mutation])).body.results[0]?.outcome).toBe('applied')
  }
  const epoch = (await colleague.pull('orders')).body.checkpoint[shopId]?.epoch ?? ''
  const fixture = moveFixture(left, { shopId, userId, epoch, marks: await pullMarks(colleague, shopId) })
  const [product] = livingRows(await colleague.pullAll('products'))
  const order = livingRows(await colleague.pullAll('orders')).find(({ itemDetails }) => itemDetails === 'Item 1')
  const [productId, orderId] = [product?.id ?? '', order?.id ?? '']
  const lineOf = (quantity: number) => ({
    orderId,
    kind: 'part' as const,
    productId,
    description: 'Battery',
    quantity,
    unitPrice: 20,
    unitCost: null,
    fromStock: true,
  })
  await colleague.write(shopId, [createOp('order_lines', lineOf(3))])
  await colleague.write(shopId, [createOp('payments', { orderId, paymentAmount: 5, method: 'cash', kind: 'refund' })])
  await loadDatabases(fixture.databases)

  const api = faulty(await signInToServer(server.url, userId, owner.loginId, owner.password))
  api.always = offline
  const device = await openTestDevice({ userId, api, collections: collectionNames, storage: rowStorage(), deviceId: v7() })
  const countOf = async () => (await device.rows.read('products', productId))?.inventoryCount
  // 10 were there, and the tablet counted 8; it knows of no lines yet, and uses one part itself.
  expect([await countOf(), (await device.rows.list('order_lines', shopId)).length]).toEqual([8, 0])
  await device.write(shopId, [{ action: 'create', collection: 'order_lines', values: lineOf(1) }])
  expect(await countOf()).toBe(7)

  api.always = undefined
  device.wakeUp('online')
  await until(() => device.sync.status.get().waiting === 0, 'what waits to land')
  await device.sync.run()
  await untilSynced(device)
  const counted = 10 - 3 - 2 - 1
  expect(livingRows(await colleague.pullAll('products'))).toMatchObject([{ inventoryCount: counted }])
  await until(async () => (await countOf()) === counted && (await device.rows.list('order_lines', shopId)).length === 2, 'the lines of both')
  const payments = await device.rows.list('payments', shopId)
  expect(payments.map(({ paymentAmount, method, kind }) => [paymentAmount, method, kind]).toSorted((one, two) => Number(one[0]) - Number(two[0]))).toEqual([
    [5, 'cash', 'refund'],
    [12, null, null],
    [20.5, null, null],
  ])
  // The one that 0.8.0 had been refused already, and no other.
  expect(await device.refused.list()).toHaveLength(1)
}, 120_000)
