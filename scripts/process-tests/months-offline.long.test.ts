import { afterEach, expect, it } from 'vitest'
import { isTombstone } from '#schema/collection.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { activitiesOnDevice } from '#schema/api/sync.ts'
import { tooOldToRestoreMessage } from '#schema/rules/merge/restore.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { RetentionRounds } from '#server/operations/retention/retention-rounds.ts'
import { createTestClock, seedTwoShops, startTestServer, testPassword, type TestServer } from '#server/testing/test-server.ts'
import {
  closeTestDevices,
  customerInput,
  testStorage,
  faulty,
  loseAnswer,
  mapNotes,
  offline,
  openTestDevice,
  orderInput,
  paymentInput,
  until,
  untilSynced,
} from '#web/device/testing/test-device.ts'
import { signInToServer } from '#web/device/testing/test-server-api.ts'
import { createOp, livingRows, signInOverHttp } from './api-client.ts'

const dayMs = 24 * 60 * 60 * 1000
const collections: CollectionName[] = ['customers', 'orders', 'payments', 'activities']

const seqById = (rows: readonly { id: string; seq?: unknown }[]): Map<string, unknown> => new Map(rows.map(({ id, seq }) => [id, seq]))

afterEach(closeTestDevices)

/** Opens a tablet on the server; repeated calls reuse its storage. */
async function seedTablet(server: TestServer, now: () => Date) {
  const { shopId, userIds } = await seedTwoShops(server)
  const storage = testStorage()
  const notes = mapNotes()
  const open = async () => {
    const api = faulty(await signInToServer(server.url, userIds.max, 'max', testPassword))
    return { api, device: await openTestDevice({ userId: userIds.max, api, collections, storage, notes, deviceId: 'tablet', clock: now }) }
  }
  return { shopId, open }
}

it('hazard 38: a device that was offline for five months sends what it has, is told why of what is refused, and catches up by the feed', async () => {
  const clock = createTestClock()
  const server = await startTestServer({ clock: clock.now })
  try {
    const { shopId, open } = await seedTablet(server, clock.now)
    const before = await open()
    const customer = customerInput()
    const orders = ['Edited', 'Lost', 'Back at once', 'Back too late', 'Renamed'].map((itemDetails) =>
      orderInput(customer.id, { itemDetails, orderNotes: 'as it was' }),
    )
    const [edited, lost, backAtOnce, backTooLate, renamed] = orders.map(({ id }) => id) as [string, string, string, string, string]
    await before.device.write(shopId, [customer, ...orders])
    for (const id of [backAtOnce, backTooLate]) await before.device.write(shopId, [{ action: 'delete', collection: 'orders', id }])
    await untilSynced(before.device)
    await before.device.sync.run()

    before.api.always = offline
    clock.advance(dayMs)
    const leftAt = clock.now().toISOString()
    const bringBack = (id: string) => [{ action: 'restore', collection: 'orders', id } as const]
    await before.device.write(shopId, bringBack(backAtOnce))
    await before.device.write(shopId, [{ action: 'update', collection: 'orders', id: edited, values: { orderNotes: 'as it was\nof the tablet' } }])
    const made = customerInput({ name: 'Made far away' })
    await before.device.write(shopId, [made])
    await before.device.write(shopId, [paymentInput(lost, 45)])
    clock.advance(40 * dayMs)
    await before.device.write(shopId, bringBack(backTooLate))
    await before.device.close()

    const shop = await signInOverHttp(server.url, 'max', testPassword)
    const epoch = (await shop.pull('orders')).body.checkpoint[shopId]?.epoch
    await shop.write(
      shopId,
      [{ action: 'update', collection: 'orders', id: edited, changes: { orderNotes: { from: 'as it was', to: 'of the shop\nas it was' } } }],
      clock.now(),
    )
    await shop.write(
      shopId,
      [{ action: 'update', collection: 'orders', id: renamed, changes: { itemDetails: { from: 'Renamed', to: 'Renamed by the shop' } } }],
      clock.now(),
    )
    await shop.write(shopId, [{ action: 'delete', collection: 'orders', id: lost }], clock.now())
    for (let start = 0; start < 3; start++) {
      await shop.write(
        shopId,
        Array.from({ length: 400 }, (_, index) => createOp('customers', { name: `Customer ${start}-${index}`, countryCode: null, phone: null })),
        clock.now(),
      )
    }
    clock.advance(109 * dayMs)

    const { device } = await open()
    expect(device.sync.status.get().waiting).toBe(5)
    await until(() => device.sync.status.get().waiting === 0, 'everything to be decided')
    await device.sync.run()
    await untilSynced(device)
    const refused = await device.refused.list()
    expect(refused.map(({ error, ops }) => `${ops[0]?.action} of ${ops[0]?.collection}: ${error.message}`).toSorted()).toEqual([
      'create of payments: Order was deleted in the meantime',
      `restore of orders: ${tooOldToRestoreMessage}`,
    ])
    expect(await device.rows.read('orders', edited)).toMatchObject({ orderNotes: 'of the shop\nas it was\nof the tablet' })
    expect(await device.rows.read('customers', made.id)).toMatchObject({ name: 'Made far away', createdAt: leftAt })
    for (const [id, isHere] of [
      [backAtOnce, true],
      [backTooLate, false],
      [lost, false],
      [renamed, true],
    ] as const)
      expect((await device.rows.read('orders', id)) !== undefined).toBe(isHere)

    const after = await signInOverHttp(server.url, 'max', testPassword)
    expect((await after.pull('orders')).body.checkpoint[shopId]?.epoch).toBe(epoch)
    for (const collection of ['customers', 'orders', 'payments'] as const) {
      const known = livingRows(await after.pullAll(collection))
      expect(seqById(await device.rows.list(collection, shopId))).toEqual(seqById(known))
    }
    // Activities continue from the device's checkpoint, older than what a new device loads.
    const log = (await server.services.reader.selectFrom('activities').select('id').where('shop_id', '=', shopId).execute()).map(({ id }) => id)
    expect(log.length).toBeGreaterThan(activitiesOnDevice + 200)
    const held = new Set((await device.rows.list('activities', shopId)).map(({ id }) => id))
    expect(log.filter((id) => !held.has(id))).toEqual([])
    expect(
      (await after.pullAll('orders'))
        .filter(isTombstone)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([backTooLate, lost].toSorted())
  } finally {
    await closeTestDevices()
    await server.close()
  }
}, 60_000)

it('a device that was away until its decisions and the log had ended sends what it has once, and holds the log that is left', async () => {
  const clock = createTestClock()
  const server = await startTestServer({ clock: clock.now })
  try {
    const { shopId, open } = await seedTablet(server, clock.now)
    const before = await open()
    const customer = customerInput()
    const [done, unfinished] = [
      orderInput(customer.id, { itemDetails: 'Done', orderNotes: 'as it was' }),
      orderInput(customer.id, { itemDetails: 'Not finished' }),
    ]
    await before.device.write(shopId, [customer, done, unfinished])
    await untilSynced(before.device)
    await before.device.sync.run()

    // The server applies the payment, but the answer is lost.
    before.api.faults.push.push(async (send) => {
      before.api.always = offline
      return loseAnswer(send)
    })
    await before.device.write(shopId, [paymentInput(done.id, 45)])
    const payments = () => server.services.reader.selectFrom('payments').select('id').where('shop_id', '=', shopId).execute()
    await until(async () => (await payments()).length === 1, 'the server to take the payment')
    await before.device.write(shopId, [{ action: 'update', collection: 'orders', id: done.id, values: { orderNotes: 'as it was\nof the tablet' } }])
    await before.device.close()

    const shop = await signInOverHttp(server.url, 'max', testPassword)
    const { 'Dropped Off': droppedOff, 'Picked up': pickedUp } = orderStatusIdByName
    const finish = { orderStatusId: { from: droppedOff, to: pickedUp }, orderNotes: { from: 'as it was', to: 'of the shop\nas it was' } }
    await shop.write(shopId, [{ action: 'update', collection: 'orders', id: done.id, changes: finish }], clock.now())
    const config = { ledgerDays: 90, activityDays: 365 }
    const rounds = new RetentionRounds({ services: server.services, config, steady: { isSteady: () => true } })
    clock.advance(400 * dayMs)
    const back = await signInOverHttp(server.url, 'max', testPassword)
    await back.write(shopId, [createOp('customers', { name: 'Came later', countryCode: null, phone: null })], clock.now())
    await rounds.run()
    clock.advance(91 * dayMs)
    const later = await signInOverHttp(server.url, 'max', testPassword)
    await later.write(shopId, [createOp('customers', { name: 'Came last', countryCode: null, phone: null })], clock.now())
    await rounds.run()
    expect(rounds.ended.get('decisions')).toBeGreaterThan(2)
    expect(rounds.ended.get('ended entries')).toBeGreaterThan(0)

    const { device } = await open()
    await until(() => device.sync.status.get().waiting === 0, 'everything to be decided')
    await device.sync.run()
    await untilSynced(device)
    expect(await device.refused.list()).toEqual([])
    expect(await payments()).toHaveLength(1)
    expect(await device.rows.read('orders', done.id)).toMatchObject({ orderNotes: 'of the shop\nas it was\nof the tablet', orderStatusId: pickedUp })
    const living = await server.services.reader
      .selectFrom('activities')
      .select(['id', 'audit_text as text'])
      .where('shop_id', '=', shopId)
      .where('deleted', '=', 0)
      .execute()
    const held = await device.rows.list('activities', shopId)
    expect(held.map(({ id }) => id).toSorted()).toEqual(living.map(({ id }) => id).toSorted())
    expect(living.some(({ text }) => text.includes('Not finished'))).toBe(true)
    expect(living.some(({ text }) => text.includes('Payment'))).toBe(false)
  } finally {
    await closeTestDevices()
    await server.close()
  }
}, 60_000)
